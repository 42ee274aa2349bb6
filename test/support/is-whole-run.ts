/**
 * True in `npm run test:all`, which plays what `npm test` draws a part of: histories of the
 * simulator, wrong values of each field, cases of a dry run. The part is always the same one.
 */
export const isWholeRun = process.env.TEST_ALL === "1";
