import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CDPSession } from 'playwright-core';
import { PNG } from 'pngjs';
import {
  blurred,
  type Cells,
  cellSide,
  changedCells,
  getCells,
  joined,
  markedPicture,
  quarter,
  type Region,
  type Tolerance,
} from './pixels.ts';

/** The variants of a page, in the order in which an accepted image contains them. */
export const faces = ['zh-CN, light', 'zh-CN, dark', 'en-US, light', 'en-US, dark'] as const;
export type Face = (typeof faces)[number];

const accepted = fileURLToPath(new URL('accepted-looks/', import.meta.url));
/** Folder of the images that differ. It stays after the run and is not committed. */
const otherwise = fileURLToPath(new URL('../../../node_modules/.looks/', import.meta.url));

/** Measured: with the fonts of the accepted images two runs give equal cells, and one missing small button changes two. */
const exact: Tolerance = { colour: 6, cells: 1 };
/** With other fonts up to 200 cells differ, and a missing column changes 250, so only large changes are detected. */
const rough: Tolerance = { colour: 28, cells: 240 };

export interface Pictures {
  /** Returns one sentence when the region differs from the accepted image, otherwise none. */
  compare(session: CDPSession, name: string, face: Face, region: Region): Promise<string[]>;
  /** Writes the current images as accepted, and removes those without a page. */
  accept(): void;
}

/** Opens the accepted images for comparison; while accepting, collects the current images. */
export function openPictures(accepting: boolean, sameFonts: () => boolean): Pictures {
  const shown = new Map<string, Map<Face, Cells>>();
  rmSync(otherwise, { recursive: true, force: true });
  return {
    async compare(session, name, face, region) {
      const cells = await getCells(session, region);
      const ofPage = shown.get(name) ?? new Map<Face, Cells>();
      shown.set(name, ofPage.set(face, cells));
      if (accepting) return [];
      const file = path.join(accepted, `${name}.png`);
      if (!existsSync(file)) return [`${name}, ${face}: was never accepted`];
      const then = quarter(PNG.sync.read(readFileSync(file)), faces.indexOf(face));
      const changed = changes(cells, then, sameFonts());
      if (changed.length === 0) return [];
      const picture = path.join(otherwise, `${name}, ${face}.png`);
      mkdirSync(otherwise, { recursive: true });
      writeFileSync(picture, await markedPicture(session, region, changed));
      return [`${name}, ${face}: looks otherwise at ${getPositions(changed, region)}; see ${picture}`];
    },
    accept() {
      rmSync(accepted, { recursive: true, force: true });
      mkdirSync(accepted, { recursive: true });
      for (const [name, ofPage] of shown) {
        const all = faces.flatMap((face) => ofPage.get(face) ?? []);
        if (all.length === faces.length) writeFileSync(path.join(accepted, `${name}.png`), joined(all));
      }
    },
  };
}

/** Returns the cells that differ by more than machines do; none when there are few. */
function changes(now: Cells, then: Cells, sameFonts: boolean): [number, number][] {
  const { colour, cells } = sameFonts ? exact : rough;
  const found = sameFonts ? changedCells(now, then, colour) : changedCells(blurred(now), blurred(then), colour);
  return found.length > cells ? found : [];
}

/** Returns the bounding box of the changed cells in the window, in px. */
function getPositions(changed: readonly (readonly [number, number])[], { x, y }: Region): string {
  const [columns, rows] = [changed.map(([column]) => column), changed.map(([, row]) => row)];
  const left = x + Math.min(...columns) * cellSide;
  const top = y + Math.min(...rows) * cellSide;
  const right = x + (Math.max(...columns) + 1) * cellSide;
  const bottom = y + (Math.max(...rows) + 1) * cellSide;
  return `${left}-${right} × ${top}-${bottom} px (${changed.length} cells)`;
}
