/// How often each benchmark does its work: a planted change is a change of this number.
pub const ROUNDS: u32 = 100;
