/** The named colors of the settings drawer. */
export const presetColors = {
  red: '#F53F3F',
  orangered: '#F77234',
  orange: '#FF7D00',
  gold: '#F7BA1E',
  yellow: '#FADC19',
  lime: '#9FDB1D',
  green: '#00B42A',
  cyan: '#14C9C9',
  blue: '#3491FA',
  arcoblue: '#165DFF',
  purple: '#722ED1',
  pinkpurple: '#D91AD9',
  magenta: '#F5319D',
  gray: '#6B7785',
} as const;
