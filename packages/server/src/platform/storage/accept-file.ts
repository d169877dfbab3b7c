import { type PictureHeader, readPicture } from './picture-header.ts';

/** Largest picture, in bytes and in pixels as its header says. */
export const maxBytes = 5 * 1024 * 1024;
const maxPixels = 40_000_000;

export interface AcceptedFile extends PictureHeader {
  readonly content: Buffer;
}

/** Why a file is refused. */
export type FileRejection = 'encoding' | 'tooLarge' | 'notAPicture' | 'tooManyPixels' | 'name';

const extensions = /\.(?:png|jpe?g|gif|webp)$/i;
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * The one gate for files, whatever door they come through: a picture of a known kind by its first bytes, of bounded size and
 * area, under a name that says a picture. SVG is a program and stays out.
 */
export function acceptFile(name: string, encoded: string): AcceptedFile | FileRejection {
  if (!extensions.test(name)) return 'name';
  if (encoded.length === 0 || encoded.length % 4 !== 0 || !base64.test(encoded)) return 'encoding';
  const content = Buffer.from(encoded, 'base64');
  if (content.length > maxBytes) return 'tooLarge';
  const header = readPicture(content);
  if (!header || header.width < 1 || header.height < 1) return 'notAPicture';
  return header.width * header.height > maxPixels ? 'tooManyPixels' : { ...header, content };
}
