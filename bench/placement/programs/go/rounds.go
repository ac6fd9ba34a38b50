package main

// How often each benchmark does its work: a planted change is a change of this number.
const rounds = 100
