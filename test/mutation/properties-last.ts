import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Suites that draw hundreds of examples, or measure. */
const SLOW = /property|properties|bounds|cost/;

/**
 * A mutant ends with the first test that fails: where an example is enough, none of the long suites
 * is run.
 */
export class PropertiesLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => Number(SLOW.test(a.moduleId)) - Number(SLOW.test(b.moduleId)));
  }
}
