import { type AnyResource, can, knowChunk } from '@gantry/core';
import { Suspense, useState } from 'react';
import { useSession } from '../../../app/session/index.ts';
import { useWords } from '../../../fields/index.ts';
import { useRecord } from '../../../resource/record/use-record.ts';
import { WithDefinition } from '../../../resource/use-definition.tsx';
import { Button } from '../../../ui/index.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const FormDrawer = lazyPart(async () => ({
  default: (await import('../../../resource/form/form-drawer.tsx')).FormDrawer,
}));

interface FixChunkProps {
  readonly id: number;
  /** After it was saved. */
  readonly onFixed: () => void;
}

/** Mends a chunk where a search shows what is wrong with it, without leaving the search. */
export function FixChunk({ id, onFixed }: FixChunkProps) {
  const t = useWords();
  const { rights } = useSession();
  const [open, setOpen] = useState(false);
  if (!can(rights, knowChunk, 'update')) return null;
  return (
    <>
      <Button size="mini" onClick={() => setOpen(true)}>
        {t('resource.recall.fix')}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <WithDefinition name={knowChunk.name}>
            {(resource) => (
              <ChunkForm
                resource={resource}
                id={id}
                onClose={() => setOpen(false)}
                onFixed={() => {
                  setOpen(false);
                  onFixed();
                }}
              />
            )}
          </WithDefinition>
        </Suspense>
      ) : null}
    </>
  );
}

interface ChunkFormProps extends FixChunkProps {
  readonly resource: AnyResource;
  readonly onClose: () => void;
}

function ChunkForm({ resource, id, onFixed, onClose }: ChunkFormProps) {
  const { data, error } = useRecord(resource, id);
  if (error) return <span className="problem">{error.message}</span>;
  if (!data) return null;
  return <FormDrawer resource={resource} slots={{}} record={data} onSaved={onFixed} onClose={onClose} />;
}
