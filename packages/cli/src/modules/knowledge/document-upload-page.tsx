import path from 'node:path';
import {
  type AnyResource,
  checkInput,
  type FieldErrors,
  type Fields,
  formatResult,
  getDefault,
  getInputFields,
  getResourcePath,
  localize,
  ResponseError,
  text,
  type Values,
} from '@gantry/core';
import { sendDocumentFile, type Write } from '../../http/send-document.ts';
import { escapeControls } from '../../output/wrap-text.ts';
import { FormPage, type SubmitResult } from '../../tui/fields/form-page.tsx';
import { confirmByYes } from '../../tui/parts/confirm.tsx';
import { describeFileError } from '../../tui/parts/footer.tsx';
import { parseTypedPath } from '../../tui/parts/input/typed-path.ts';
import { type Tui, useTui } from '../../tui/parts/tui-context.ts';
import type { ActionPage } from '../../tui/resource/action-run.tsx';
import { openResult } from '../../tui/resource/result-page.tsx';

const place = text({ zh: '本机文件路径', en: 'Local file path' }, { required: true, max: 4096 });

type PageProps = Parameters<ActionPage>[0];

/** What an action asks for, with the path of a file in place of what the server calls it. */
function fieldsOf(resource: AnyResource, name: string): Fields {
  const action = resource.actions?.[name];
  return action ? { ...getInputFields(resource, action), file: place } : {};
}

/** What the server says of the bytes of a file stands at the file. */
function placed({ content, ...errors }: FieldErrors): FieldErrors {
  return content === undefined ? errors : { ...errors, file: content };
}

/** The same bytes are the same file: it is added under the key of an attempt that was not answered, and charged once. */
function sentOnce(resource: AnyResource, name: string, tui: Tui): Write {
  const added = getResourcePath(resource.name, name);
  return (call, body, key) => tui.write(call, body, call === added ? undefined : key);
}

/** The answer of a check was read, or no yes was given to what it says: nothing was done, and the form stays. */
class NotYet extends Error {}

/** What a zip holds is shown before it comes in, and is all that is asked for by the check. */
function lookedInto(write: Write, resource: AnyResource, tui: Tui): Write {
  const [check, bring] = [getResourcePath(resource.name, 'checkZip'), getResourcePath(resource.name, 'importZip')];
  const { checkZip, importZip } = resource.actions ?? {};
  return async (call, body, key) => {
    if (call !== check && call !== bring) return write(call, body, key);
    const found = await tui.client.call<{ name: string }>(check, body);
    if (call === check) {
      await openResult(localize(checkZip?.label ?? resource.label, tui.locale), found, checkZip?.output, tui);
      throw new NotYet();
    }
    const title = localize(importZip?.label ?? resource.label, tui.locale);
    const reported = Object.entries(formatResult(found, checkZip?.output, tui) as object)
      .filter(([, value]) => value !== null && value !== '')
      .map(([label, value]) => `${label} ${String(value)}`);
    const requested = tui.t('tui.confirmAction', { action: title, name: escapeControls(found.name) });
    if (!(await confirmByYes(tui, title, requested, escapeControls(reported.slice(1).join(' · '))))) throw new NotYet();
    return write(call, body, key);
  };
}

/** Sends a file by its path; what is wrong with it stands at its field, and the form stays for another try. */
function DocumentUpload({ resource, record, onDone, name: action }: PageProps & { readonly name: string }) {
  const tui = useTui();
  const fields = fieldsOf(resource, action);
  const start = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, getDefault(field)]));
  const send = async (typed: Values): Promise<SubmitResult> => {
    const checked = checkInput(fields, typed, tui.locale, tui.t);
    if (!checked.ok) return { done: false, errors: checked.errors };
    const { file, name, ...values } = checked.value;
    const own = record === null ? {} : { id: record.id };
    const given = { ...values, ...own, ...(typeof name === 'string' && name !== '' ? { name } : {}) };
    const onSent = (share: number) => tui.notify(tui.t('tui.documentSent', { percent: Math.round(share * 100) }));
    try {
      const write = lookedInto(sentOnce(resource, action, tui), resource, tui);
      const id = await sendDocumentFile(write, resource, parseTypedPath(String(file)), given, onSent, action);
      const said = record === null ? 'tui.documentAdded' : 'tui.documentAttached';
      tui.notify(tui.t(said, { id, name: escapeControls(path.basename(String(file))) }), 'good');
      return { done: true };
    } catch (error) {
      if (error instanceof NotYet) return { done: false, errors: {} };
      if (error instanceof ResponseError) return { done: false, errors: placed(error.errors) };
      return { done: false, errors: { file: [await describeFileError(error, tui)] } };
    }
  };
  return (
    <FormPage
      title={localize(resource.actions?.[action]?.label ?? resource.label, tui.locale)}
      purpose="run"
      fields={fields}
      order={Object.keys(fields)}
      values={start}
      send={send}
      onDone={onDone}
    />
  );
}

export const documentUploadPage: ActionPage = (props) => <DocumentUpload {...props} name="add" />;
export const contractUploadPage: ActionPage = (props) => <DocumentUpload {...props} name="attachContract" />;
export const materialUploadPage: ActionPage = (props) => <DocumentUpload {...props} name="attach" />;
export const archiveUploadPage: ActionPage = (props) => <DocumentUpload {...props} name="importZip" />;
export const archiveCheckPage: ActionPage = (props) => <DocumentUpload {...props} name="checkZip" />;
