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

const pathField = text({ zh: '本机文件路径', en: 'Local file path' }, { required: true, max: 4096 });

type PageProps = Parameters<ActionPage>[0];

/** The input of an action, with a local path in place of the uploaded file. */
function getInputWithPath(resource: AnyResource, name: string): Fields {
  const action = resource.actions?.[name];
  return action ? { ...getInputFields(resource, action), file: pathField } : {};
}

/** Moves errors about the content of the file to the file field. */
function moveContentErrors({ content, ...errors }: FieldErrors): FieldErrors {
  return content === undefined ? errors : { ...errors, file: content };
}

/** Uploads the same content with the key of an attempt that had no response, so that it is charged once. */
function createUploadWrite(resource: AnyResource, name: string, tui: Tui): Write {
  const added = getResourcePath(resource.name, name);
  return (call, body, key) => tui.write(call, body, call === added ? undefined : key);
}

/** Thrown when nothing was done: the result of a check was shown, or the user declined. The form stays open. */
class NothingDone extends Error {}

/** Checks a ZIP before it is imported and asks for confirmation. For the action that only checks, the result is all. */
function withCheck(write: Write, resource: AnyResource, tui: Tui): Write {
  const [check, bring] = [getResourcePath(resource.name, 'checkZip'), getResourcePath(resource.name, 'importZip')];
  const { checkZip, importZip } = resource.actions ?? {};
  return async (call, body, key) => {
    if (call !== check && call !== bring) return write(call, body, key);
    const found = await tui.client.call<{ name: string }>(check, body);
    if (call === check) {
      await openResult(localize(checkZip?.label ?? resource.label, tui.locale), found, checkZip?.output, tui);
      throw new NothingDone();
    }
    const title = localize(importZip?.label ?? resource.label, tui.locale);
    const reported = Object.entries(formatResult(found, checkZip?.output, tui) as object)
      .filter(([, value]) => value !== null && value !== '')
      .map(([label, value]) => `${label} ${String(value)}`);
    const requested = tui.t('tui.confirmAction', { action: title, name: escapeControls(found.name) });
    if (!(await confirmByYes(tui, title, requested, escapeControls(reported.slice(1).join(' · ')))))
      throw new NothingDone();
    return write(call, body, key);
  };
}

/** Uploads a file by its path. Errors are shown at their fields, and the form stays open for another attempt. */
function DocumentUpload({ resource, record, onDone, name: action }: PageProps & { readonly name: string }) {
  const tui = useTui();
  const fields = getInputWithPath(resource, action);
  const start = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, getDefault(field)]));
  const send = async (typed: Values): Promise<SubmitResult> => {
    const checked = checkInput(fields, typed, tui.locale, tui.t);
    if (!checked.ok) return { done: false, errors: checked.errors };
    const { file, name, ...values } = checked.value;
    const own = record === null ? {} : { id: record.id };
    const given = { ...values, ...own, ...(typeof name === 'string' && name !== '' ? { name } : {}) };
    const onSent = (share: number) => tui.notify(tui.t('tui.documentSent', { percent: Math.round(share * 100) }));
    try {
      const write = withCheck(createUploadWrite(resource, action, tui), resource, tui);
      const id = await sendDocumentFile(write, resource, parseTypedPath(String(file)), given, onSent, action);
      const said = record === null ? 'tui.documentAdded' : 'tui.documentAttached';
      tui.notify(tui.t(said, { id, name: escapeControls(path.basename(String(file))) }), 'good');
      return { done: true };
    } catch (error) {
      if (error instanceof NothingDone) return { done: false, errors: {} };
      if (error instanceof ResponseError) return { done: false, errors: moveContentErrors(error.errors) };
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
