import { randomInt } from 'node:crypto';
import { PNG } from 'pngjs';
import { getGlyph, glyphBox } from './captcha-glyphs.ts';

/** In pixels; a terminal draws it at half size and can still be read. */
const captchaSize = { width: 120, height: 40 } as const;

type Point = readonly [x: number, y: number];
type Ink = readonly [red: number, green: number, blue: number];

/** A number between two others, from the system's random source. */
function between(low: number, high: number): number {
  return low + (randomInt(1_000_001) / 1_000_000) * (high - low);
}

function darkInk(): Ink {
  return [randomInt(20, 90), randomInt(20, 90), randomInt(60, 140)];
}

function distanceToLine([px, py]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(px - ax - along * dx, py - ay - along * dy);
}

function blend(png: PNG, x: number, y: number, ink: Ink, share: number): void {
  const at = (y * png.width + x) * 4;
  for (const [channel, value] of ink.entries()) {
    const below = png.data[at + channel] ?? 255;
    png.data[at + channel] = Math.round(below + (value - below) * share);
  }
}

/** A line with soft edges, `thickness` pixels wide. */
function drawLine(png: PNG, from: Point, to: Point, thickness: number, ink: Ink): void {
  const reach = thickness / 2 + 1;
  const span = (a: number, b: number, limit: number) => [
    Math.max(0, Math.floor(Math.min(a, b) - reach)),
    Math.min(limit - 1, Math.ceil(Math.max(a, b) + reach)),
  ];
  const [left = 0, right = 0] = span(from[0], to[0], png.width);
  const [top = 0, bottom = 0] = span(from[1], to[1], png.height);
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const share = thickness / 2 + 0.5 - distanceToLine([x, y], from, to);
      if (share > 0) blend(png, x, y, ink, Math.min(1, share));
    }
  }
}

/** One character, turned, slanted, stretched and moved by chance, around the middle of its place. */
function drawGlyph(png: PNG, character: string, middle: Point): void {
  const ink = darkInk();
  const [turn, slant] = [between(-0.28, 0.28), between(-0.25, 0.25)];
  const scale: Point = [between(1.55, 1.9), between(1.6, 1.95)];
  const thickness = between(2.6, 3.4);
  const place = ([x, y]: Point): Point => {
    const up = (y - glyphBox.height / 2) * scale[1] + between(-0.5, 0.5);
    const across = (x - glyphBox.width / 2) * scale[0] + slant * up + between(-0.5, 0.5);
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
    let from: Point = [0, between(4, height - 4)];
    for (let x = 20; x <= width; x += 20) {
      const to: Point = [x, Math.max(1, Math.min(height - 2, from[1] + between(-11, 11)))];
      drawLine(png, from, to, 1, darkInk());
      from = to;
    }
  }
  for (let speck = 0; speck < 90; speck += 1) blend(png, randomInt(width), randomInt(height), darkInk(), 0.6);
}

/** The characters as a PNG picture of 120 by 40, drawn differently each time. */
export function drawCaptcha(characters: string): Buffer {
  const { width, height } = captchaSize;
  const png = new PNG({ width, height, colorType: 2 });
  const paper: Ink = [randomInt(232, 250), randomInt(236, 250), randomInt(238, 252)];
  for (let at = 0; at < png.data.length; at += 4) png.data.set([...paper, 255], at);
  const step = (width - 12) / characters.length;
  for (const [index, character] of [...characters].entries()) {
    drawGlyph(png, character, [6 + step * (index + 0.5) + between(-2, 2), height / 2 + between(-3, 3)]);
  }
  drawNoise(png);
  return PNG.sync.write(png, { colorType: 2 });
}
