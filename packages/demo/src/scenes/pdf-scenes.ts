import { createPdfWorker } from '../../../server/src/modules/knowledge/pdf/pdf-worker.ts';
import { makePdf } from '../../../server/test/make-pdf.ts';
import { pdfFiles } from '../content/pdf-files.ts';
import type { Platform } from '../platform.ts';
import type { Scene, Script } from '../scene.ts';

/** Maximum number of pages of a document; each page costs a point. */
const maxPages = 5;

/** Users submit PDFs in the last days: most can be parsed, one is a scan without text and free of charge. */
export function pdfScenes({ stage, cast, activity, random, days }: Script, platform: Platform): Scene[] {
  const { foundation } = stage;
  const payers = async () => {
    const rows = await foundation.database.read
      .selectFrom('wallets')
      .select('user_id')
      .where('asset', '=', 'compute')
      .where(({ eb, ref }) => eb(ref('balance'), '>=', eb(ref('held'), '+', maxPages)))
      .orderBy('id')
      .execute();
    return rows.map((row) => row.user_id);
  };
  const workOff = async () => {
    const worker = createPdfWorker(foundation);
    await worker.drain();
    await worker.stop();
  };
  const submit = async (name: string, pages: readonly string[]) => {
    const users = await payers();
    if (users.length === 0) return;
    const userId = random.pick(users);
    const content = makePdf(pages).toString('base64');
    const uploaded = await platform.call('pdfUpload', { name, content });
    if (!uploaded) return;
    const { file } = uploaded;
    const own = await platform.call('pdfSubmit', { userId, requestId: `demo-pdf-${stage.now()}`, file, name });
    // Credits that are restricted to drawing cannot pay for pages; an admin adds the document then.
    if (!own) await stage.call('/pdf-doc/add', { file, userId, name }, cast.owner);
    stage.moveTo(stage.now() + random.integer(2_000, 9_000));
    await workOff();
  };
  return pdfFiles.map(([name, pages], at) => ({
    at: activity.work(Math.max(0, days - 1 - (pdfFiles.length - at))),
    play: () => submit(name, pages),
  }));
}
