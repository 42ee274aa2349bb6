/** Minutes since midnight of a clock's time; undefined for hours that none has. */
export function minutesOfClock(clock: string): number | undefined {
  if (clock === "noon") return 720;
  if (clock === "midnight") return 0;
  const [, hours = "", minutes = "0", half] =
    /^(\d{1,2})(?::(\d{2}))? ?([ap]m)?$/.exec(clock) ?? [];
  const hour = Number(hours);
  if (hours === "" || (half !== undefined && (hour < 1 || hour > 12))) return undefined;
  return (
    (half === undefined ? hour : (hour % 12) + (half === "pm" ? 12 : 0)) * 60 + Number(minutes)
  );
}
