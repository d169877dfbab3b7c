/**
 * The codes of GB/T 2260 that lie within one, itself among them: pairs of digits name the province, the city and the district, and a
 * pair of zeros at the end stands for all of what it is in.
 */
export function getRegionSpan(code: string): { readonly from: string; readonly to: string } {
  const own = /^\d{6}$/.test(code) ? code.replace(/(?:00)+$/, '') : code;
  return { from: code, to: own.length < code.length ? own.padEnd(code.length, '9') : code };
}
