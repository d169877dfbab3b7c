import path from 'node:path';
import {
  type AnyResource,
  aiIcon,
  checkInput,
  type Fields,
  getDefault,
  type LocalizedText,
  localize,
  paragraph,
  type Values,
} from '@gantry/core';
import { sendIcon } from '../../http/send-icon.ts';
import { escapeControls } from '../../output/wrap-text.ts';
import { FormPage, type SubmitResult } from '../../tui/fields/form-page.tsx';
import { applyTone } from '../../tui/parts/colors.ts';
import { describeFileError } from '../../tui/parts/footer.tsx';
import { expandTypedPaths } from '../../tui/parts/input/typed-path.ts';
import { LinesPage } from '../../tui/parts/lines-page.tsx';
import { type Tui, useTui } from '../../tui/parts/tui-context.ts';
import type { ActionPage, ExtraAction } from '../../tui/resource/action-run.tsx';

const label: LocalizedText = { zh: '批量上传', en: 'Bulk upload' };
const help: LocalizedText = {
  zh: '每张图片成为一个图标，以文件名为名称；同组已有的名称会被拒绝。每行一个路径，可用 * 或填文件夹',
  en: 'Each image becomes an icon named after its file. Names that already exist in the group are rejected. Enter one path per line; * and folders are allowed.',
};
const files = paragraph({ zh: '本机图片', en: 'Local images' }, { required: true, max: 64 * 1024 });

/** The fields that all icons share. */
function getSharedFields({ fields }: AnyResource): Fields {
  const { group, bgColor } = fields;
  return { files, ...(group ? { group } : {}), ...(bgColor ? { bgColor } : {}) };
}

interface Failure {
  readonly file: string;
  readonly words: string;
}

/** Sends the images in sequence. A failure does not stop the others. */
async function sendAll(all: readonly string[], resource: AnyResource, values: Values, tui: Tui): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (const [at, file] of all.entries()) {
    tui.notify(tui.t('tui.iconsSent', { done: at, total: all.length }));
    try {
      await sendIcon(tui.write, resource, file, values);
    } catch (error) {
      failures.push({ file, words: await describeFileError(error, tui) });
    }
  }
  return failures;
}

const formatFailure = ({ file, words }: Failure) =>
  `${applyTone(escapeControls(path.basename(file)), 'bad')}  ${escapeControls(words)}`;

/** Asks for the images and their common fields, and lists the failed ones with the reason. */
const IconUpload: ActionPage = ({ resource, onDone }) => {
  const tui = useTui();
  const fields = getSharedFields(resource);
  const title = localize(label, tui.locale);
  const send = async (typed: Values): Promise<SubmitResult> => {
    const checked = checkInput(fields, typed, tui.locale, tui.t);
    if (!checked.ok) return { done: false, errors: checked.errors };
    const { files: named, ...values } = checked.value;
    try {
      const all = await expandTypedPaths(String(named));
      if (all.length === 0) return { done: false, errors: { files: [tui.t('tui.noPictures')] } };
      const failures = await sendAll(all, resource, values, tui);
      const words = tui.t('tui.bulkDone', { count: all.length - failures.length, failed: failures.length });
      tui.notify(`${title}: ${words}`, failures.length > 0 ? 'warn' : 'good');
      if (failures.length > 0)
        await tui.open<void>('page', (close) => (
          <LinesPage title={`${title}: ${words}`} lines={failures.map(formatFailure)} onDone={() => close()} />
        ));
      return failures.length < all.length ? { done: true } : { done: false, errors: {} };
    } catch (error) {
      return { done: false, errors: { files: [await describeFileError(error, tui)] } };
    }
  };
  const start = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, getDefault(field)]));
  return (
    <FormPage
      title={title}
      purpose="run"
      help={localize(help, tui.locale)}
      fields={fields}
      order={Object.keys(fields)}
      values={start}
      send={send}
      onDone={onDone}
    />
  );
};

export const iconUpload: ExtraAction = {
  label,
  roles: aiIcon.access.create ?? [],
  on: 'collection',
  page: (props) => <IconUpload {...props} />,
};
