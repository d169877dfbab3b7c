import { type AnyResource, can, knowChunk } from '@gantry/core';
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useSay } from '../../../app/i18n/index.ts';
import { useSession, useUnsavedWork } from '../../../app/session/index.ts';
import { type FieldRecord, useWords } from '../../../fields/index.ts';
import { FormMerge } from '../../../resource/form/form-merge.tsx';
import { LeaveQuestion } from '../../../resource/form/leave-question.tsx';
import { useRecordForm } from '../../../resource/form/use-record-form.ts';
import { useRecord } from '../../../resource/record/use-record.ts';
import { WithDefinition } from '../../../resource/use-definition.tsx';
import { Button, TextArea } from '../../../ui/index.ts';

interface MendTextProps {
  /** ID of the chunk. */
  readonly id: number;
  /** Called after saving. */
  readonly onFixed: () => void;
  /** The text as shown in the search results. */
  readonly children: ReactNode;
}

/** The text of a chunk, and an editor for it: the search stays visible. */
export function MendText({ id, onFixed, children }: MendTextProps) {
  const t = useWords();
  const { rights } = useSession();
  const [open, setOpen] = useState(false);
  const text = useFocusAfter(open);
  if (!can(rights, knowChunk, 'update')) return <p className="recall-excerpt">{children}</p>;
  if (!open)
    return (
      <>
        <p className="recall-excerpt">{children}</p>
        <Button ref={text} size="mini" type="text" onClick={() => setOpen(true)}>
          {t('resource.recall.mendHere')}
        </Button>
      </>
    );
  return (
    <Suspense fallback={<p className="recall-excerpt">{children}</p>}>
      <WithDefinition name={knowChunk.name}>
        {(resource) => (
          <Mending
            resource={resource}
            id={id}
            onClose={() => setOpen(false)}
            onFixed={() => {
              setOpen(false);
              onFixed();
            }}
          >
            {children}
          </Mending>
        )}
      </WithDefinition>
    </Suspense>
  );
}

/** Returns the focus to the element that opened the editor. */
function useFocusAfter(open: boolean) {
  const text = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (wasOpen.current && !open) text.current?.focus();
    wasOpen.current = open;
  }, [open]);
  return text;
}

interface MendingProps extends MendTextProps {
  readonly resource: AnyResource;
  readonly onClose: () => void;
}

function Mending(props: MendingProps) {
  const { data, error } = useRecord(props.resource, props.id);
  if (data) return <MendingForm {...props} record={data} />;
  return (
    <>
      <p className="recall-excerpt">{props.children}</p>
      {error ? (
        <span className="problem" role="alert">
          {error.message}
        </span>
      ) : null}
    </>
  );
}

function MendingForm({ resource, record, onFixed, onClose }: MendingProps & { readonly record: FieldRecord }) {
  const t = useWords();
  const localize = useSay();
  const form = useRecordForm(resource, record);
  const [request, setRequest] = useState(false);
  const close = () => (form.changed.length > 0 ? setRequest(true) : onClose());
  useUnsavedWork(form.changed.length > 0);
  const problems = [form.problem, ...Object.values(form.errors).flat()].filter((words) => words !== '');
  const save = async () => {
    if (form.changed.length === 0) return onClose();
    if (await form.save()) onFixed();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // The search stays open, and so does the editor while it has unsaved text.
      event.stopPropagation();
      if (form.changed.length === 0) onClose();
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void save();
  };
  return (
    <div className="mending">
      <TextArea
        label={localize(knowChunk.fields.content.label)}
        value={String(form.values.content ?? '')}
        onChange={(text) => form.set('content', text)}
        onKeyDown={onKeyDown}
        disabled={form.busy}
        autoFocus
      />
      <p className="mending-foot">
        <span className="problem" role="status">
          {[...new Set(problems)].join(' ')}
        </span>
        <Button size="small" onClick={close}>
          {t('common.cancel')}
        </Button>
        <Button size="small" type="primary" loading={form.busy} title="Ctrl+Enter" onClick={() => void save()}>
          {t('resource.recall.saveAndRun')}
        </Button>
      </p>
      {request ? (
        <LeaveQuestion count={form.changed.length} onLeave={onClose} onStay={() => setRequest(false)} />
      ) : null}
      <FormMerge resource={resource} form={form} onResolved={(saved) => (saved ? onFixed() : undefined)} />
    </div>
  );
}
