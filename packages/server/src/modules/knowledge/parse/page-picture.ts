import { PNG } from 'pngjs';
import { getResolvedPDFJS } from 'unpdf';
import { DocumentError } from './document-error.ts';
import { openPdf } from './read-pdf.ts';

type Matrix = readonly [number, number, number, number, number, number];
const identity: Matrix = [1, 0, 0, 1, 0, 0];

function getTimes(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** An image as unpacked by the PDF library. */
interface Unpacked {
  readonly width: number;
  readonly height: number;
  /** Pixel format: one bit, three bytes or four bytes per pixel. */
  readonly kind: number;
  readonly data: Uint8Array;
}

interface Placed {
  readonly name: string;
  /** Covered area in squared page units. */
  readonly area: number;
}

/** Minimum share of the page that the image must cover. */
const minShare = 0.5;
/** Maximum pixels of the longer side of the result. Page text is still readable at this size. */
const maxSide = 2000;

type Operators = { readonly fnArray: readonly number[]; readonly argsArray: readonly unknown[] };
type Codes = Readonly<Record<string, number>>;

/** Returns every image on a page with the area that it covers. */
function listPlaced({ fnArray, argsArray }: Operators, codes: Codes): Placed[] {
  const placed: Placed[] = [];
  const stored: Matrix[] = [];
  let matrix = identity;
  for (const [at, code] of fnArray.entries()) {
    const args = (argsArray[at] ?? []) as readonly unknown[];
    if (code === codes.save || code === codes.paintFormXObjectBegin) stored.push(matrix);
    if (code === codes.restore || code === codes.paintFormXObjectEnd) matrix = stored.pop() ?? identity;
    if (code === codes.transform) matrix = getTimes(matrix, args as unknown as Matrix);
    if (code === codes.paintFormXObjectBegin && Array.isArray(args[0])) matrix = getTimes(matrix, args[0] as never);
    if (code === codes.paintImageXObject) {
      const [a, b, c, d] = matrix;
      placed.push({ name: String(args[0]), area: Math.abs(a * d - b * c) });
    }
  }
  return placed;
}

/** Returns the brightness of a pixel, from 0 to 255. */
function getGrey({ width, kind, data }: Unpacked, x: number, y: number): number {
  if (kind === 1) return ((data[y * ((width + 7) >> 3) + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1 ? 0xff : 0;
  const at = (y * width + x) * (kind === 2 ? 3 : 4);
  return ((data[at] ?? 0) * 77 + (data[at + 1] ?? 0) * 151 + (data[at + 2] ?? 0) * 28) >> 8;
}

/** Returns the mean brightness of a square of pixels, which becomes one pixel. */
function computeShade(picture: Unpacked, left: number, top: number, side: number): number {
  let sum = 0;
  for (let y = top; y < top + side; y += 1) for (let x = left; x < left + side; x += 1) sum += getGrey(picture, x, y);
  return Math.round(sum / (side * side));
}

/** Encodes an image as a grayscale PNG, scaled down to `maxSide` and rotated clockwise by quarter turns. */
function getPng(picture: Unpacked, turns: number): Buffer {
  const side = Math.max(1, Math.ceil(Math.max(picture.width, picture.height) / maxSide));
  const [width, height] = [Math.floor(picture.width / side), Math.floor(picture.height / side)];
  const png = new PNG(turns % 2 === 0 ? { width, height } : { width: height, height: width });
  const positions = [
    (x: number, y: number) => [x, y],
    (x: number, y: number) => [height - 1 - y, x],
    (x: number, y: number) => [width - 1 - x, height - 1 - y],
    (x: number, y: number) => [y, width - 1 - x],
  ] as const;
  const place = positions[turns] ?? positions[0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [column = 0, row = 0] = place(x, y);
      const grey = computeShade(picture, x * side, y * side, side);
      png.data.fill(grey, (row * png.width + column) * 4, (row * png.width + column) * 4 + 3);
      png.data[(row * png.width + column) * 4 + 3] = 0xff;
    }
  }
  return PNG.sync.write(png, { colorType: 0 });
}

/** Extracts the image that fills a page of a scanned PDF; null when no image does. Throws DocumentError. */
export async function extractPageImage(bytes: Buffer, no: number): Promise<Uint8Array | null> {
  const document = await openPdf(bytes);
  try {
    const page = await document.getPage(no);
    const { OPS } = await getResolvedPDFJS();
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
    const least = Math.abs((right - left) * (top - bottom)) * minShare;
    const [largest] = listPlaced(await page.getOperatorList(), OPS).sort((one, other) => other.area - one.area);
    if (!largest || largest.area < least) return null;
    const { name } = largest;
    const store = name.startsWith('g_') ? page.commonObjs : page.objs;
    const picture = await new Promise<Unpacked | null>((resolve) => store.get(name, resolve));
    if (!picture?.data || ![1, 2, 3].includes(picture.kind)) return null;
    return getPng(picture, (((page.rotate / 90) % 4) + 4) % 4);
  } catch (error) {
    throw error instanceof DocumentError ? error : new DocumentError('damaged');
  } finally {
    await document.destroy();
  }
}
