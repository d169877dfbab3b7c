/** Colors for up to ten values, and for more. They are the same in the light and dark theme. */
const ten = '4080FF 55C5FD FF7D00 4CD263 A871E3 F7BA1E 9FDB1D F979B7 0FC6C2 E865DF';
const twenty =
  '4080FF BEDAFF 55C5FD 9CDCFC FF7D00 FFCF8B 4CD263 AFF0B5 A871E3 DDBEF6 F7BA1E FADC6D 9FDB1D C9E968 F979B7 FB9DC7 0FC6C2 86E8DD E865DF F7BAEF';

const parse = (scheme: string) => scheme.split(' ').map((hex) => `#${hex}`);

/** Returns chart colors for a number of values. They repeat above twenty. */
export function getChartColors(values: number): string[] {
  const scheme = parse(values <= 10 ? ten : twenty);
  return Array.from({ length: values }, (_, at) => scheme[at % scheme.length] ?? '#4080FF');
}

export interface ChartPaper {
  readonly background: string;
  readonly grid: string;
  readonly label: string;
  readonly text: string;
  readonly popup: string;
}

/** Returns the surface colors of a chart. They are dark only when the theme is exactly `dark`. */
export function getChartPaper(theme: string | null): ChartPaper {
  return theme === 'dark'
    ? { background: '#17171A', grid: '#333335', label: '#FFFFFF80', text: '#FFFFFFE6', popup: '#373739' }
    : { background: '#FFFFFF', grid: '#E5E6EB', label: '#86909C', text: '#1D2129', popup: '#FFFFFF' };
}
