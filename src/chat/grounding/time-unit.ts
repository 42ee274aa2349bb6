const spelled = (minutes: number, spellings: string) => spellings.split(" ").map((word) => [word, minutes] as const);

const UNITS: ReadonlyMap<string, number> = new Map([
  ...spelled(
    1,
    "minute minutes min mins minuten minuto minutos minuti minut минута минуты минуту минут мин dakika menit",
  ),
  ...spelled(60, "hour hours hr hrs std stunde stunden hora horas heure heures ore час часа часов"),
  ...spelled(60, "godzina godziny godzinę godzin uur saat jam"),
  ...spelled(1_440, "day days tag tage tagen día días dias jour jours giorno giorni день дня дней dni"),
  ...spelled(1_440, "dzień dagen gün hari"),
]);
/** Behind a figure alone: elsewhere they are other words. */
const SHORT: ReadonlyMap<string, number> = new Map([
  ...spelled(1, "m"),
  ...spelled(60, "h ч ora g"),
  ...spelled(1_440, "d dia dag"),
]);
/** In scripts that set no spaces a unit begins its run. */
const PIECES: readonly (readonly [string, number])[] = [
  ...[..."分钟 分鐘 分 분".split(" ")].map((piece) => [piece, 1] as const),
  ...[..."小时 小時 時間 时 시간".split(" ")].map((piece) => [piece, 60] as const),
  ...[..."天 日".split(" ")].map((piece) => [piece, 1_440] as const),
];

/** A pace by themselves, whatever stands before. */
const ADVERBS: ReadonlyMap<string, number> = new Map([
  ...spelled(60, "hourly stündlich"),
  ...spelled(1_440, "daily täglich diario diariamente quotidien giornalmente ежедневно"),
]);

/** Minutes in a unit of time, in the languages of most keyboards; `isCounted`: a figure stands before it. */
export function timeUnit(word: string, isCounted: boolean): number | undefined {
  if (!isCounted && ADVERBS.has(word)) return ADVERBS.get(word);
  const named = UNITS.get(word) ?? (isCounted ? SHORT.get(word) : undefined);
  return named ?? (isCounted ? PIECES.find(([piece]) => word.startsWith(piece))?.[1] : undefined);
}
