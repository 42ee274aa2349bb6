/** Whether `named` is the whole title (`describe > test`) or ends it. */
export function isTitleOf(named: string, whole: string): boolean {
  return whole === named || whole.endsWith(` > ${named}`);
}
