import fc from "fast-check";

/*
 * Setup of every project: properties draw the same examples in every run, so that what CI says
 * depends on the commit alone. `FC_SEED=<integer>` draws others, and `npm run fuzz` looks for new
 * counterexamples with a random one.
 */
const seed = Number(process.env.FC_SEED ?? 20_261_120);
if (!Number.isInteger(seed))
  throw new Error(`FC_SEED is an integer or "random", not ${process.env.FC_SEED}`);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
