import * as z from "zod";
import { fromBase36 } from "../../lib/parse-units.ts";

/**
 * What the chain said of a vault at one block. Amounts in base units, supply with what came from
 * other chains. `null`: its oracle did not price all that it counts.
 */
export type SampledVault = {
  atSec: number;
  block: bigint;
  figures: { unitaryValue: bigint; supply: bigint; netTotalValue: bigint } | null;
};

/**
 * `movedPerUnit`: what syncs between chains moved since the sample before, above 0 to this chain.
 * `cadence`: after how long the next was due.
 */
export type StoredSample = SampledVault & { movedPerUnit: bigint; cadence: "hourly" | "daily" };

/** 36 to the digit: 400 days of a vault are to fit into 40 kB. */
const packed = (value: bigint): string => value.toString(36);

/** The part of a record that Lua passes on as it is. */
export const packedFigures = ({ block, figures }: SampledVault): string =>
  [
    packed(block),
    ...(figures === null
      ? ["", "", ""]
      : [figures.unitaryValue, figures.supply, figures.netTotalValue].map(packed)),
  ].join("|");

const PACKED = "(-?[0-9a-z]*)";
const RECORD = new RegExp(
  `^(\\d+)\\|${PACKED}\\|${PACKED}\\|${PACKED}\\|${PACKED}\\|(\\d+)\\|(\\d+)\\|([hd])$`,
);

/** A sample as Lua answers it: `seconds|block|nav|supply|value|up|down|cadence`. */
export const storedSample = z
  .string()
  .regex(RECORD)
  .transform((text): StoredSample => {
    const [, sec, block, nav, supply, value, up, down, cadence] = RECORD.exec(text) as unknown as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    return {
      atSec: Number(sec),
      block: fromBase36(block),
      figures:
        nav === ""
          ? null
          : {
              unitaryValue: fromBase36(nav),
              supply: fromBase36(supply),
              netTotalValue: fromBase36(value),
            },
      movedPerUnit: BigInt(up) - BigInt(down),
      cadence: cadence === "h" ? "hourly" : "daily",
    };
  });
