import * as z from "zod";

/**
 * A test by its file and either its whole title (`describe > test`) or the last part of it; several
 * of a file may match.
 */
export const namedTest = z.strictObject({
  file: z.string().startsWith("test/"),
  title: z.string().min(1),
});
export type NamedTest = z.infer<typeof namedTest>;

/** What was wrong, in one sentence, and the tests that fail where it still is. */
export const finding = z.strictObject({
  /** 1 to 19: the first review. 101 to 131: the points of the second one. */
  finding: z.int().min(1).max(199),
  says: z.string().min(1),
  tests: z.array(namedTest).min(1),
  /**
   * Files or directories that were wrong, where they are not the service's own: they are what
   * `--before` takes from the past.
   */
  code: z.array(z.string().min(1)).default(["src", "schemas", "functions"]),
});
export type Finding = z.infer<typeof finding>;
