/** The same function, whose calls wait for each other: two moves of a clock must not interleave. */
export function inOrder<A extends unknown[], R>(
  run: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
  let last: Promise<unknown> = Promise.resolve();
  return (...args) => {
    const next = last.then(() => run(...args));
    last = next.catch(() => {});
    return next;
  };
}
