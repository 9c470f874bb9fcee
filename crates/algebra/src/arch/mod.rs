//! Vector kernels, chosen at run time; the only place for `unsafe`.

pub(crate) mod carryless;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
pub(crate) mod walsh_avx2;
