/**
 * Zone names as they are said: the offsets that one is by definition, in minutes, and the places
 * (IANA) whose clock people mean by it, which moves with the season.
 */
type Zone = { offsets?: readonly number[]; places?: readonly string[] };

/**
 * Abbreviations: IANA tz database, `backward` and `northamerica`; those that several countries use
 * have each country's.
 */
export const ZONE_NAMES: Readonly<Record<string, Zone>> = {
  cet: { offsets: [60], places: ["Europe/Berlin"] },
  cest: { offsets: [120], places: ["Europe/Berlin"] },
  eet: { offsets: [120], places: ["Europe/Athens"] },
  eest: { offsets: [180], places: ["Europe/Athens"] },
  bst: { offsets: [60, 360], places: ["Europe/London"] },
  msk: { offsets: [180] },
  est: { offsets: [-300], places: ["America/New_York"] },
  edt: { offsets: [-240], places: ["America/New_York"] },
  et: { places: ["America/New_York"] },
  eastern: { places: ["America/New_York"] },
  cst: { offsets: [-360, 480], places: ["America/Chicago"] },
  cdt: { offsets: [-300], places: ["America/Chicago"] },
  mst: { offsets: [-420], places: ["America/Denver"] },
  mdt: { offsets: [-360], places: ["America/Denver"] },
  pst: { offsets: [-480], places: ["America/Los_Angeles"] },
  pdt: { offsets: [-420], places: ["America/Los_Angeles"] },
  pt: { places: ["America/Los_Angeles"] },
  pacific: { places: ["America/Los_Angeles"] },
  ist: { offsets: [330, 60], places: ["Asia/Jerusalem"] },
  gst: { offsets: [240] },
  sgt: { offsets: [480] },
  hkt: { offsets: [480] },
  jst: { offsets: [540] },
  kst: { offsets: [540] },
  aest: { offsets: [600], places: ["Australia/Sydney"] },
  aedt: { offsets: [660], places: ["Australia/Sydney"] },
  "new york": { places: ["America/New_York"] },
  nyc: { places: ["America/New_York"] },
  chicago: { places: ["America/Chicago"] },
  "los angeles": { places: ["America/Los_Angeles"] },
  "san francisco": { places: ["America/Los_Angeles"] },
  toronto: { places: ["America/Toronto"] },
  "sao paulo": { places: ["America/Sao_Paulo"] },
  london: { places: ["Europe/London"] },
  paris: { places: ["Europe/Paris"] },
  berlin: { places: ["Europe/Berlin"] },
  frankfurt: { places: ["Europe/Berlin"] },
  zurich: { places: ["Europe/Zurich"] },
  vienna: { places: ["Europe/Vienna"] },
  amsterdam: { places: ["Europe/Amsterdam"] },
  madrid: { places: ["Europe/Madrid"] },
  lisbon: { places: ["Europe/Lisbon"] },
  istanbul: { places: ["Europe/Istanbul"] },
  dubai: { places: ["Asia/Dubai"] },
  mumbai: { places: ["Asia/Kolkata"] },
  singapore: { places: ["Asia/Singapore"] },
  "hong kong": { places: ["Asia/Hong_Kong"] },
  shanghai: { places: ["Asia/Shanghai"] },
  tokyo: { places: ["Asia/Tokyo"] },
  seoul: { places: ["Asia/Seoul"] },
  sydney: { places: ["Australia/Sydney"] },
};
