import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { makePdf } from '../../../../test/make-pdf.ts';
import { createSampleImage, createSamplePdf } from '../ocr/call-ocr.ts';
import { extractPageImage } from './page-picture.ts';

const getGreys = (png: Uint8Array | null) => {
  const { width, height, data } = PNG.sync.read(Buffer.from(png ?? []));
  return { width, height, greys: Array.from({ length: width * height }, (_, at) => data[at * 4]) };
};
const turned = (degrees: number) =>
  Buffer.from(createSamplePdf().toString('latin1').replace('/MediaBox', `/Rotate ${degrees} /MediaBox`), 'latin1');

it('extracts the image that fills a page and applies the page rotation', async () => {
  const upright = getGreys(createSampleImage());
  expect(getGreys(await extractPageImage(createSamplePdf(2), 2))).toEqual(upright);
  const { width, height, greys } = getGreys(await extractPageImage(turned(90), 1));
  expect([width, height]).toEqual([upright.height, upright.width]);
  const at = (x: number, y: number) => upright.greys[y * upright.width + x];
  expect(greys[0]).toBe(at(0, upright.height - 1));
  expect(greys.map((_, place) => at(Math.floor(place / width), upright.height - 1 - (place % width)))).toEqual(greys);
  const back = getGreys(await extractPageImage(turned(180), 1));
  expect(back.greys).toEqual(upright.greys.toReversed());
});

it('returns null for a page with text', async () => {
  expect(await extractPageImage(makePdf(['文字']), 1)).toBeNull();
});
