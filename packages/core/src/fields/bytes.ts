const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Formats a number of bytes with a binary unit: 1536 -> `1.5 KB`. */
export function formatBytes(value: number): string {
  const power = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(value) / 10));
  const scaled = value / 1024 ** power;
  return `${power === 0 || scaled >= 100 ? Math.round(scaled) : scaled.toFixed(1)} ${units[power]}`;
}
