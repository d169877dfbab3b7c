import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import chalk from 'chalk';
import { PNG } from 'pngjs';

/** Draws an image with half blocks, two pixels per character; empty when the terminal has no colors. */
function drawImage(png: Buffer, columns = 60): string {
  if (chalk.level === 0) return '';
  const picture = PNG.sync.read(png);
  const step = Math.max(1, picture.width / columns);
  const getPixel = (x: number, y: number): [number, number, number] => {
    const index =
      (Math.min(picture.height - 1, Math.floor(y)) * picture.width + Math.min(picture.width - 1, Math.floor(x))) * 4;
    return [picture.data[index] ?? 0, picture.data[index + 1] ?? 0, picture.data[index + 2] ?? 0];
  };
  const lines: string[] = [];
  for (let y = 0; y < picture.height; y += step * 2) {
    let line = '';
    for (let x = 0; x < picture.width; x += step)
      line += chalk.rgb(...getPixel(x, y)).bgRgb(...getPixel(x, y + step))('▀');
    lines.push(line);
  }
  return `${lines.join('\n')}\n`;
}

/** Draws a `data:image/png` image and also saves it as a file, for terminals without colors. Returns the path and the drawing. */
export function showCaptcha(dataUrl: string, columns = 60): { path: string; drawing: string } {
  const png = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  const path = join(mkdtempSync(join(tmpdir(), 'gantry-captcha-')), 'captcha.png');
  writeFileSync(path, png, { mode: 0o600 });
  return { path, drawing: drawImage(png, columns) };
}

/** Deletes the saved image after it was answered. */
export function dropCaptcha(path: string): void {
  rmSync(dirname(path), { recursive: true, force: true });
}
