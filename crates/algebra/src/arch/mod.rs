//! Vector kernels, chosen at run time; the only place for `unsafe`.

#[cfg(all(feature = "std", target_arch = "x86_64"))]
pub(crate) mod walsh_avx2;
