/**
 * A test by its file and either its whole title (`describe > test`) or the last part of it; several
 * of a file may match.
 */
export type NamedTest = { file: string; title: string };
