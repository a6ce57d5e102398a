//! Searches over any graph of small states: breadth-first, bidirectional, A* and IDA*, and what they are made of.

pub(crate) mod astar;
pub(crate) mod bfs;
pub(crate) mod bidirectional;
pub(crate) mod hash;
pub(crate) mod idastar;
pub(crate) mod parallel_bfs;
pub(crate) mod partition_set;
pub(crate) mod pool;
pub(crate) mod recent_set;
pub(crate) mod space;
pub(crate) mod successors;
