//! Vector kernels, chosen at run time; the only place for `unsafe`.

pub(crate) mod carryless;
pub(crate) mod lines;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
pub(crate) mod walsh_avx2;

/// Runs a closure; the code it inlines is compiled for vectors of 256 bits where the processor has them.
pub(crate) fn vectorized<R>(f: impl FnOnce() -> R) -> R {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if let Some(fast) = walsh_avx2::Avx2::new() {
        return fast.run(f);
    }
    f()
}
