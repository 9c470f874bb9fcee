//! Running independent tasks, on several threads where the feature `parallel` provides them.

/// Calls `task(0), ..., task(tasks - 1)`, in any order, on at most `threads` threads (0: as many as there are).
pub(crate) fn for_each(tasks: usize, threads: usize, task: impl Fn(usize) + Sync + Send) {
    #[cfg(feature = "parallel")]
    if threads != 1
        && tasks > 1
        && let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build()
    {
        use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
        return pool.install(|| (0..tasks).into_par_iter().with_max_len(1).for_each(&task));
    }
    let _ = threads;
    (0..tasks).for_each(task);
}
