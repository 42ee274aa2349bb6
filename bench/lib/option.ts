/** `--name=value` of the command line, else the default. */
export function option(name: string, standard: string): string {
  const start = `--${name}=`;
  return process.argv.find((one: string) => one.startsWith(start))?.slice(start.length) ?? standard;
}
