/**
 * Returns the range of GB/T 2260 codes that a region contains, including itself. Pairs of digits stand for province, city and
 * district; trailing pairs of zeros stand for the entire region.
 */
export function getRegionSpan(code: string): { readonly from: string; readonly to: string } {
  const own = /^\d{6}$/.test(code) ? code.replace(/(?:00)+$/, '') : code;
  return { from: code, to: own.length < code.length ? own.padEnd(code.length, '9') : code };
}
