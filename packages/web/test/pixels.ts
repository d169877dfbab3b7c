import type { CDPSession, Page } from 'playwright-core';
import { PNG } from 'pngjs';

/** Side of a cell in px of the page: about the size of the smallest button, so that a missing button empties a cell. */
export const cellSide = 20;
/** Scale of the screenshots: a quarter of the size renders and decodes in a quarter of the time. */
const scale = 0.25;

/** Quantization of stored colors, of 255: finer steps only enlarge the accepted images. */
const shade = 4;

/** The compared part of a window, in px of the page. */
export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The mean color of each cell of a region, as an image with one pixel per cell. */
export type Cells = Pick<PNG, 'width' | 'height' | 'data'>;

async function capture(session: CDPSession, { x, y, width, height }: Region, size: number): Promise<PNG> {
  const clip = { x, y, width, height, scale: size };
  const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true, clip });
  return PNG.sync.read(Buffer.from(data, 'base64'));
}

/**
 * Limits rendering to a region at the scale of the screenshot. Otherwise each screenshot renders the entire window twice more:
 * once scaled and once back. The layout still uses the window size.
 */
export async function drawOnly(session: CDPSession, window: Region, region: Region): Promise<void> {
  const { width, height } = window;
  const viewport = { ...region, scale };
  const metrics = { width, height, deviceScaleFactor: 1, mobile: false, viewport };
  await session.send('Emulation.setDeviceMetricsOverride', metrics);
}

/** Captures a region of the window as cells. */
export async function getCells(session: CDPSession, region: Region): Promise<Cells> {
  const picture = await capture(session, region, scale);
  const side = cellSide * scale;
  const width = Math.floor(picture.width / side);
  const height = Math.floor(picture.height / side);
  const cells = new PNG({ width, height });
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      for (let part = 0; part < 3; part += 1) cells.data[(y * width + x) * 4 + part] = mean(picture, x, y, side, part);
      cells.data[(y * width + x) * 4 + 3] = 255;
    }
  return cells;
}

function mean(picture: PNG, cellX: number, cellY: number, side: number, part: number): number {
  let sum = 0;
  for (let y = cellY * side; y < (cellY + 1) * side; y += 1)
    for (let x = cellX * side; x < (cellX + 1) * side; x += 1)
      sum += picture.data[(y * picture.width + x) * 4 + part] ?? 0;
  return Math.round(sum / side ** 2 / shade) * shade;
}

/** The tolerated difference of a color channel, of 255, and the tolerated number of cells above it. */
export interface Tolerance {
  readonly colour: number;
  readonly cells: number;
}

/** Returns the positions of cells whose color differs by more than the tolerance; all cells when the size differs. */
export function changedCells(shown: Cells, accepted: Cells, colour: number): [x: number, y: number][] {
  const changed: [number, number][] = [];
  const sameSize = shown.width === accepted.width && shown.height === accepted.height;
  for (let at = 0; at < shown.width * shown.height; at += 1) {
    const off = [0, 1, 2].some((part) => {
      const place = at * 4 + part;
      return Math.abs((shown.data[place] ?? 0) - (accepted.data[place] ?? 0)) > colour;
    });
    if (off || !sameSize) changed.push([at % shown.width, Math.floor(at / shown.width)]);
  }
  return changed;
}

/** Averages each cell with its eight neighbors, so that text of slightly different width has nearly the same values. */
export function blurred({ width, height, data }: Cells): Cells {
  const soft = new PNG({ width, height });
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (let part = 0; part < 4; part += 1) {
        let [sum, count] = [0, 0];
        for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny += 1)
          for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx += 1) {
            sum += data[(ny * width + nx) * 4 + part] ?? 0;
            count += 1;
          }
        soft.data[(y * width + x) * 4 + part] = Math.round(sum / count);
      }
  return soft;
}

/** Joins four images of equal size into one, two by two; `split` does the opposite. */
export function joined(four: readonly Cells[]): Buffer {
  const { width = 1, height = 1 } = four[0] ?? {};
  const sheet = new PNG({ width: width * 2, height: height * 2 });
  four.forEach((cells, at) => {
    PNG.bitblt(cells as PNG, sheet, 0, 0, width, height, (at % 2) * width, Math.floor(at / 2) * height);
  });
  return PNG.sync.write(sheet, { colorType: 2, deflateLevel: 9 });
}

export function quarter(sheet: PNG, at: number): Cells {
  const [width, height] = [sheet.width / 2, sheet.height / 2];
  const cells = new PNG({ width, height });
  PNG.bitblt(sheet, cells, (at % 2) * width, Math.floor(at / 2) * height, width, height, 0, 0);
  return cells;
}

/** Renders the region at full size with a red frame around each changed cell. */
export async function markedPicture(
  session: CDPSession,
  region: Region,
  changed: readonly (readonly [number, number])[],
): Promise<Buffer> {
  const picture = await capture(session, region, 1);
  const paint = (x: number, y: number) => {
    if (x < picture.width && y < picture.height) picture.data.set([245, 63, 63, 255], (y * picture.width + x) * 4);
  };
  for (const [x, y] of changed)
    for (let step = 0; step < cellSide; step += 1) {
      paint(x * cellSide + step, y * cellSide);
      paint(x * cellSide, y * cellSide + step);
    }
  return PNG.sync.write(picture);
}

export function sessionOf(page: Page): Promise<CDPSession> {
  return page.context().newCDPSession(page);
}
