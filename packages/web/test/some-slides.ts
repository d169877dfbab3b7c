import { PNG } from 'pngjs';
import type { RunningServer } from '../../server/test/server-process.ts';

/** Creates an image of one color, in base64. */
export function plainPicture(width: number, height: number, shade = 120): string {
  const png = new PNG({ width, height });
  png.data.fill(shade);
  return PNG.sync.write(png).toString('base64');
}

/** Publishes a carousel image for sign-in. */
export async function publishSlide(server: RunningServer, token: string, values: object): Promise<void> {
  const call = async (path: string, body: object) => {
    const { code, data, text } = await server.insist(path, body, { token });
    if (code !== 20000 && code !== 20001) throw new Error(`${path}: ${text}`);
    return data;
  };
  const { path } = await call('/file/upload', { name: 'slide.png', content: plainPicture(64, 40) });
  const { id } = await call('/carousel/create', { picture: path, ...values });
  await call('/carousel/publish', { id });
}
