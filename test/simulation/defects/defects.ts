import { granted } from "./planted/granted.ts";
import { limited } from "./planted/limited.ts";
import { measured } from "./planted/measured.ts";
import { mixed } from "./planted/mixed.ts";
import { named } from "./planted/named.ts";
import { optioned } from "./planted/optioned.ts";
import { strangers } from "./planted/strangers.ts";
import { syncing } from "./planted/syncing.ts";
import { triggered } from "./planted/triggered.ts";

/**
 * The planted defects, by the kind of history that plays what they are in; those of `mixed` are
 * hunted in all kinds.
 */
export const DEFECTS = {
  ...{ mixed, optioned, limited, triggered, syncing, granted, strangers },
  named: [...named, ...measured],
};
