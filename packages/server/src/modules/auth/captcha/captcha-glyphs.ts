/** A stroke: points in a box of 10 by 14, joined by lines. */
export type Stroke = readonly (readonly [x: number, y: number])[];

/**
 * Our own stroke font: each character drawn with a pen. Characters that look like another (0 O, 1 I L, 2 Z, 5 S, 8 B, 6 G,
 * U V, D Q) are left out, so that a person never has to guess which one is meant.
 */
const drawn: Readonly<Record<string, string>> = {
  '3': '1,1 9,1 4,6 7,6 9,8 9,11 7,14 3,14 1,12',
  '4': '7,14 7,0 0,10 10,10',
  '7': '0,0 10,0 4,14',
  '9': '9,5 7,8 3,8 1,6 1,2 3,0 7,0 9,2 9,8 8,12 5,14 2,13',
  A: '0,14 5,0 10,14|2,9 8,9',
  C: '10,3 7,0 3,0 0,4 0,10 3,14 7,14 10,11',
  E: '9,0 0,0 0,14 9,14|0,7 7,7',
  F: '9,0 0,0 0,14|0,7 7,7',
  H: '0,0 0,14|10,0 10,14|0,7 10,7',
  J: '3,0 9,0|7,0 7,10 5,14 2,14 0,11',
  K: '0,0 0,14|10,0 0,8|3,6 10,14',
  M: '0,14 0,0 5,8 10,0 10,14',
  N: '0,14 0,0 10,14 10,0',
  P: '0,14 0,0 7,0 10,2 10,5 7,8 0,8',
  R: '0,14 0,0 7,0 10,2 10,5 7,7 0,7|5,7 10,14',
  T: '0,0 10,0|5,0 5,14',
  W: '0,0 2,14 5,5 8,14 10,0',
  X: '0,0 10,14|10,0 0,14',
  Y: '0,0 5,7 10,0|5,7 5,14',
};

function strokesOf(path: string): Stroke[] {
  return path.split('|').map((stroke) =>
    stroke.split(' ').map((point) => {
      const [x = 0, y = 0] = point.split(',').map(Number);
      return [x, y] as const;
    }),
  );
}

export const glyphBox = { width: 10, height: 14 } as const;
export const captchaAlphabet = Object.keys(drawn).join('');

export function getGlyph(character: string): Stroke[] {
  return strokesOf(drawn[character] ?? '');
}
