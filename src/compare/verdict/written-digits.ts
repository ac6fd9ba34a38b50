// Numbers as somebody writes them down.

/**
 * A number as people compare it with a limit: without the digits that computing with fractions leaves. 1.001 µs are
 * 1000.9999999999999 ns in floating point, and 1 − 0.07 is 0.9299999999999999.
 */
export const writtenDigits = (value: number): number => Number(value.toPrecision(12))
