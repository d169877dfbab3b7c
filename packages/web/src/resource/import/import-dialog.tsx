import './import.css';
import { type AnyResource, type Fields, getWritableFields, type ImportRowError, type OnConflict } from '@gantry/core';
import { useEffect, useState } from 'react';
import { useFormat, useSay } from '../../app/i18n/index.ts';
import { useWords } from '../../fields/index.ts';
import { Alert, Button, Checkbox, Progress, useReturnFocus } from '../../ui/index.ts';
import { SideDrawer } from '../../ui/parts/index.ts';
import { useNameOf } from '../name-words.ts';
import type { Slots } from '../slots.ts';
import { ImportErrors, type ImportErrorsProps } from './import-errors.tsx';
import { FileStep } from './import-file-step.tsx';
import { MapStep } from './import-map-step.tsx';
import type { ImportRow } from './import-run.ts';
import { SendStep } from './import-send-step.tsx';
import type { OpenedTable } from './import-worker.ts';
import { useGivenFile } from './use-given-file.ts';
import { type Import, useImport } from './use-import.ts';

const steps = ['file', 'map', 'check', 'send'] as const;
type Step = (typeof steps)[number];

interface ImportDialogProps {
  readonly resource: AnyResource;
  readonly slots: Slots;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Imports a file as records: choose it, map columns that cannot be mapped automatically, check it, send it. */
export function ImportDialog({ resource, slots, onChanged, onClose }: ImportDialogProps) {
  useReturnFocus();
  const t = useWords();
  const nameOf = useNameOf();
  const [step, setStep] = useState<Step>('file');
  const [onConflict, setOnConflict] = useState<OnConflict>('error');
  const [wanted, setWanted] = useState(true);
  const [due, setDue] = useState(false);
  const toCheck = () => {
    setDue(true);
    setStep('check');
  };
  const read = useGivenFile(resource, (isPlain) => (isPlain ? toCheck() : setStep('map')));
  const { file, mapping, setMapping, reading, problem, take, cancel, isReady, digest, ...given } = read;
  const work = useImport(resource, { rows: given.rows, digest }, onConflict, onChanged);
  const { check } = work;
  // The check starts once the file and the mapping of its columns are final.
  useEffect(() => {
    if (!due || !isReady) return;
    setDue(false);
    check();
  }, [due, isReady, check]);
  // Columns without headings are named by the fields that they fill.
  const headings =
    file?.table.headed === false ? mapping.map((name, at) => name ?? `#${at + 1}`) : file?.table.headings;
  const table = file && headings ? { ...file.table, headings } : null;
  const shared = { ...given, table, work, wanted, next: slots.imported };
  return (
    <SideDrawer
      open
      width={820}
      title={t('resource.import.title', { name: nameOf(resource) })}
      onClose={() => {
        work.stop();
        onClose();
      }}
    >
      <Steps now={step} />
      {step === 'file' ? (
        <FileStep
          resource={resource}
          names={Object.keys(getWritableFields(resource, 'create'))}
          reading={reading}
          problem={problem}
          onFile={(source) => void take(source)}
          onCancel={cancel}
        />
      ) : null}
      {step === 'map' && file ? (
        <MapStep
          file={file}
          fields={given.fields}
          mapping={mapping}
          onMapping={setMapping}
          onHeaded={(headed) => void take(file.source, headed)}
          onConflict={onConflict}
          onOnConflict={setOnConflict}
          onBack={() => setStep('file')}
          onNext={toCheck}
        />
      ) : null}
      {step === 'check' ? (
        <CheckStep
          {...shared}
          onWanted={setWanted}
          onBack={() => {
            setDue(false);
            work.reset();
            setStep('map');
          }}
          onNext={() => {
            work.send();
            setStep('send');
          }}
        />
      ) : null}
      {step === 'send' ? (
        <SendStep
          {...shared}
          resource={resource}
          onChanged={onChanged}
          onAgain={() => {
            work.reset();
            setStep('file');
          }}
          onClose={onClose}
        />
      ) : null}
    </SideDrawer>
  );
}

function Steps({ now }: { readonly now: Step }) {
  const t = useWords();
  return (
    <ol className="import-steps">
      {steps.map((step, at) => (
        <li
          key={step}
          aria-current={step === now ? 'step' : undefined}
          className={steps.indexOf(now) > at ? 'passed' : ''}
        >
          <span aria-hidden="true">{at + 1}</span>
          {t(`resource.import.step.${step}`)}
        </li>
      ))}
    </ol>
  );
}

interface CheckStepProps {
  readonly work: Import;
  readonly rows: readonly ImportRow[];
  /** Unreadable rows with the reasons. */
  readonly unread: readonly ImportRowError[];
  readonly table: OpenedTable | null;
  readonly readCells: ImportErrorsProps['readCells'];
  readonly fields: Fields;
  /** The follow-up step that the resource offers after an import, and whether it was selected. */
  readonly next: Slots['imported'];
  readonly wanted: boolean;
  readonly onWanted: (wanted: boolean) => void;
  readonly onBack: () => void;
  readonly onNext: () => void;
}

/** Shows what would happen and every invalid line before anything is written. */
function CheckStep({
  work,
  rows,
  unread,
  table,
  readCells,
  fields,
  next,
  wanted,
  onWanted,
  onBack,
  onNext,
}: CheckStepProps) {
  const t = useWords();
  const localize = useSay();
  const format = useFormat();
  const { progress, phase, problem, sentBefore } = work;
  const good = rows.length - progress.failed;
  const failed = progress.failed + unread.length;
  const share = rows.length === 0 ? 0 : Math.round((progress.sent / rows.length) * 100);
  const checked = phase === 'checked';
  return (
    <div className="import-step">
      {checked ? null : (
        <>
          <p role="status">
            {t('resource.import.checking', { done: format.number(progress.sent), total: format.number(rows.length) })}
          </p>
          <Progress percent={share} aria-label={t('resource.import.check')} />
        </>
      )}
      {problem ? (
        <p role="alert" className="problem">
          {problem}
        </p>
      ) : null}
      {checked ? (
        <>
          <p role="status" data-testid="import-verdict">
            {t('resource.import.checked', {
              count: format.number(rows.length + unread.length),
              created: format.number(progress.created),
              updated: format.number(progress.updated),
              skipped: format.number(progress.skipped),
              failed: format.number(failed),
            })}
          </p>
          {sentBefore > 0 && sentBefore < rows.length ? (
            <Alert type="info" content={t('resource.import.interrupted', { done: format.number(sentBefore) })} />
          ) : null}
          {failed === 0 ? <Alert type="success" content={t('resource.import.allGood')} /> : null}
        </>
      ) : null}
      <ImportErrors
        errors={[...unread, ...progress.errors]}
        table={table}
        readCells={readCells}
        rows={rows}
        fields={fields}
      />
      {next && checked && good > 0 ? (
        <Checkbox checked={wanted} onChange={onWanted}>
          {localize(next.choice)}
        </Checkbox>
      ) : null}
      <div className="import-foot">
        <Button onClick={onBack}>{t('resource.import.back')}</Button>
        <Button type="primary" disabled={!checked || good === 0} onClick={onNext}>
          {t(failed > 0 ? 'resource.import.startGood' : 'resource.import.start', {
            count: format.number(good),
          })}
        </Button>
      </div>
    </div>
  );
}
