import type { Hex } from "viem";
import * as z from "zod";
import { type ChainId, everyChainId } from "../../../schemas/chains.ts";
import { hexAddress } from "../../../schemas/primitives.ts";
import { luaDecimals } from "../attempts/lua-decimals.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaArray } from "../kernel/stored-json.ts";
import { luaSamples } from "./lua-samples.ts";
import { packedFigures, type SampledVault } from "./stored-sample.ts";

type Take = WriteCall & { limit: number; leaseMs: number };

const due = z.object({ chainId: everyChainId, vault: hexAddress });
export type DueSample = z.infer<typeof due>;

/**
 * Leases vaults whose sample is due; one whose delegation has ended is not sampled any more. A
 * lease's end is the next due time, so what no node answered is asked at the next tick.
 */
export const takeSamples = defineScript({
  name: "take-samples",
  uses: [luaDecimals, luaSamples],
  lua: `
local function main(input, now)
  local members = call('ZRANGEBYSCORE', K.samplesDue(), '-inf', int(now), 'LIMIT', 0, int(input.limit))
  local taken = {}
  for _, member in ipairs(members) do
    local chain, vault = string.match(member, '^(%d+):(.*)$')
    if is_sampled(chain, vault) then
      call('ZADD', K.samplesDue(), int(now + input.leaseMs), member)
      taken[#taken + 1] = { chainId = tonumber(chain), vault = vault }
    else
      call('ZREM', K.samplesDue(), member)
    end
  end
  return { taken = taken, more = #members == input.limit }
end`,
  encode: (input: Take) => input,
  declares: (keys) => [keys.samplesDue()],
  output: z.object({ taken: luaArray(due), more: z.boolean() }),
});

type Record = WriteCall & {
  samples: readonly { chainId: ChainId; vault: Hex; seen: SampledVault }[];
};

/**
 * Keeps a sample for each vault, one an hour at most, and says when the next is due: in an hour
 * where an order is open or somebody looked or traded within a week, else in a day.
 */
export const recordSamples = defineScript({
  name: "record-samples",
  uses: [luaDecimals, luaSamples],
  lua: `
local function is_busy(chain, vault, record, now)
  if call('SCARD', K.activeOrders(vault, chain)) > 0 or call('SCARD', K.venueOrdersOpen(vault)) > 0 then return true end
  local function within(ms) return ms and now - tonumber(ms) <= BUSY_MS end
  local sent = call('ZSCORE', K.agentVaults(chain), string.lower(vault) .. '|' .. string.lower(record.operator)) or nil
  return within(hget(K.samples(chain, vault), 'seen')) or within(sent)
end

local function record_sample(sample, now)
  local chain, vault = sample.chainId, sample.vault
  local record = is_sampled(chain, vault)
  if not record then return call('ZREM', K.samplesDue(), samples_member(chain, vault)) end
  local key, at_ms, offset = K.samples(chain, vault), sample.atSec * 1000, sample_offset(vault)
  local hour, cadence = sample_hour(vault, at_ms), is_busy(chain, vault, record, now) and 'h' or 'd'
  local day = int(math.floor(hour / 24))
  local up, down = hget(key, 'up') or '0', hget(key, 'down') or '0'
  if hget(key, 'day') ~= day then
    local more_up, more_down = thin_samples(key, vault, hour)
    up, down = dec_add(up, more_up), dec_add(down, more_down)
  end
  if call('HEXISTS', key, int(hour)) == 0 then
    put_sample(key, vault, { hour = hour, sec = sample.atSec, figures = sample.figures, up = up, down = down, cadence = cadence })
    call('HSET', key, 'up', '0', 'down', '0', 'day', day)
    call('EXPIRE', key, SAMPLES_TTL_SEC)
  end
  local next_hour = cadence == 'h' and hour + 1 or next_daily_hour(vault, hour)
  call('ZADD', K.samplesDue(), int(next_hour * HOUR_MS + offset), samples_member(chain, vault))
end

local function main(input, now)
  for _, sample in ipairs(input.samples) do record_sample(sample, now) end
  return { ok = true }
end`,
  encode: ({ samples, ...rest }: Record) => ({
    ...rest,
    samples: samples.map(({ chainId, vault, seen }) => ({
      chainId,
      vault: vault.toLowerCase(),
      atSec: seen.atSec,
      figures: packedFigures(seen),
    })),
  }),
  declares: (keys, { samples }) => [
    keys.samplesDue(),
    ...samples.map(({ chainId, vault }) => keys.samples(chainId, vault)),
  ],
  output: z.object({ ok: z.literal(true) }),
});
