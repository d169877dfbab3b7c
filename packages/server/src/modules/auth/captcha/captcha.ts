import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Captcha } from '@gantry/core';
import { PNG } from 'pngjs';
import type { Clock } from '../../../platform/context/context.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { Database } from '../../../platform/store/database.ts';

/** A stroke: points in a box of 10 by 14, joined by lines. */
type Stroke = readonly (readonly [x: number, y: number])[];

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

function getStrokes(path: string): Stroke[] {
  return path.split('|').map((stroke) =>
    stroke.split(' ').map((point) => {
      const [x = 0, y = 0] = point.split(',').map(Number);
      return [x, y] as const;
    }),
  );
}

const glyphBox = { width: 10, height: 14 } as const;
export const captchaAlphabet = Object.keys(drawn).join('');

export function getGlyph(character: string): Stroke[] {
  return getStrokes(drawn[character] ?? '');
}

/** In pixels; a terminal draws it at half size and can still be read. */
const captchaSize = { width: 120, height: 40 } as const;

type Point = readonly [x: number, y: number];
type Ink = readonly [red: number, green: number, blue: number];

/** A number between two others, from the system's random source. */
function randomBetween(low: number, high: number): number {
  return low + (randomInt(1_000_001) / 1_000_000) * (high - low);
}

function pickDarkInk(): Ink {
  return [randomInt(20, 90), randomInt(20, 90), randomInt(60, 140)];
}

function distanceToLine([px, py]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(px - ax - along * dx, py - ay - along * dy);
}

function blendPixel(png: PNG, x: number, y: number, ink: Ink, share: number): void {
  const at = (y * png.width + x) * 4;
  for (const [channel, value] of ink.entries()) {
    const below = png.data[at + channel] ?? 255;
    png.data[at + channel] = Math.round(below + (value - below) * share);
  }
}

/** A line with soft edges, `thickness` pixels wide. */
function drawLine(png: PNG, from: Point, to: Point, thickness: number, ink: Ink): void {
  const reach = thickness / 2 + 1;
  const getSpan = (a: number, b: number, limit: number) => [
    Math.max(0, Math.floor(Math.min(a, b) - reach)),
    Math.min(limit - 1, Math.ceil(Math.max(a, b) + reach)),
  ];
  const [left = 0, right = 0] = getSpan(from[0], to[0], png.width);
  const [top = 0, bottom = 0] = getSpan(from[1], to[1], png.height);
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const share = thickness / 2 + 0.5 - distanceToLine([x, y], from, to);
      if (share > 0) blendPixel(png, x, y, ink, Math.min(1, share));
    }
  }
}

/** Draws one character, rotated, slanted, scaled and moved at random around the middle of its position. */
function drawGlyph(png: PNG, character: string, middle: Point): void {
  const ink = pickDarkInk();
  const [turn, slant] = [randomBetween(-0.28, 0.28), randomBetween(-0.25, 0.25)];
  const scale: Point = [randomBetween(1.55, 1.9), randomBetween(1.6, 1.95)];
  const thickness = randomBetween(2.6, 3.4);
  const place = ([x, y]: Point): Point => {
    const up = (y - glyphBox.height / 2) * scale[1] + randomBetween(-0.5, 0.5);
    const across = (x - glyphBox.width / 2) * scale[0] + slant * up + randomBetween(-0.5, 0.5);
    return [
      middle[0] + across * Math.cos(turn) - up * Math.sin(turn),
      middle[1] + across * Math.sin(turn) + up * Math.cos(turn),
    ];
  };
  for (const stroke of getGlyph(character)) {
    const points = stroke.map(place);
    for (const [index, point] of points.entries()) {
      const before = points[index - 1];
      if (before) drawLine(png, before, point, thickness, ink);
    }
  }
}

function drawNoise(png: PNG): void {
  const { width, height } = captchaSize;
  for (let line = 0; line < 3; line += 1) {
    let from: Point = [0, randomBetween(4, height - 4)];
    for (let x = 20; x <= width; x += 20) {
      const to: Point = [x, Math.max(1, Math.min(height - 2, from[1] + randomBetween(-11, 11)))];
      drawLine(png, from, to, 1, pickDarkInk());
      from = to;
    }
  }
  for (let speck = 0; speck < 90; speck += 1) blendPixel(png, randomInt(width), randomInt(height), pickDarkInk(), 0.6);
}

/** The characters as a PNG image of 120 by 40, drawn differently each time. */
export function drawCaptcha(characters: string): Buffer {
  const { width, height } = captchaSize;
  const png = new PNG({ width, height, colorType: 2 });
  const paper: Ink = [randomInt(232, 250), randomInt(236, 250), randomInt(238, 252)];
  for (let at = 0; at < png.data.length; at += 4) png.data.set([...paper, 255], at);
  const step = (width - 12) / characters.length;
  for (const [index, character] of [...characters].entries()) {
    drawGlyph(png, character, [6 + step * (index + 0.5) + randomBetween(-2, 2), height / 2 + randomBetween(-3, 3)]);
  }
  drawNoise(png);
  return PNG.sync.write(png, { colorType: 2 });
}

/** How long an image can be answered, in ms. */
export const captchaLifetime = 120_000;
const length = 4;

/** A captcha is valid for one purpose only. */
export type CaptchaPurpose = 'login' | 'client';

export interface Captchas {
  issue(purpose: CaptchaPurpose): Promise<Omit<Captcha, 'hosted'>>;
  /** Uses the captcha up, whatever the answer, and returns whether the answer was right and in time. */
  consume(purpose: CaptchaPurpose, id: string, answer: string): Promise<boolean>;
}

/** The widget of a provider, which can be answered instead of the image. */
export interface HostedCaptchas {
  isOn(): Promise<boolean>;
  /** `broken` when the provider could not decide; null when no provider is configured. */
  check(token: string): Promise<'right' | 'wrong' | 'broken' | null>;
}

export interface CaptchaDeps {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly clock: Clock;
}

function getRandomCharacters(): string {
  return Array.from({ length }, () => captchaAlphabet[randomInt(captchaAlphabet.length)]).join('');
}

function hashId(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

/** Slows down guessing but locks nothing: the answer is stored only as a MAC, and each id can be answered at most once. */
export function createCaptchas({ database, keyring, clock }: CaptchaDeps): Captchas {
  const getMac = (id: string, answer: string) => keyring.mac('session', 'captcha', id, answer.trim().toUpperCase());
  return {
    async issue(purpose) {
      const captchaId = randomBytes(32).toString('base64url');
      const answer = getRandomCharacters();
      const now = clock();
      const row = {
        id_hash: hashId(captchaId),
        purpose,
        answer_mac: getMac(captchaId, answer),
        expires_at: now + captchaLifetime,
      };
      await database.transaction((tx) => tx.insertInto('captchas').values(row).execute());
      return { captchaId, captchaImage: `data:image/png;base64,${drawCaptcha(answer).toString('base64')}` };
    },
    async consume(purpose, id, answer) {
      const row = await database.transaction((tx) =>
        tx.deleteFrom('captchas').where('id_hash', '=', hashId(id)).returningAll().executeTakeFirst(),
      );
      if (!row || row.purpose !== purpose || row.expires_at <= clock()) return false;
      return row.answer_mac === getMac(id, answer);
    },
  };
}
