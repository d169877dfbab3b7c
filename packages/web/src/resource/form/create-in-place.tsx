import type { ResourceOutline } from '@gantry/core';
import { Suspense, useState } from 'react';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import { IconPlus } from '../../ui/icons.ts';
import { IconButton } from '../../ui/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useNameOf } from '../name-words.ts';
import { WithDefinition } from '../use-definition.tsx';

const FormDrawer = lazyPart(async () => ({ default: (await import('./form-drawer.tsx')).FormDrawer }));

interface CreateInPlaceProps {
  readonly resource: ResourceOutline;
  readonly onMade: (record: FieldRecord) => void;
}

/** Makes a record of another resource without leaving the form that refers to it. */
export function CreateInPlace({ resource, onMade }: CreateInPlaceProps) {
  const t = useWords();
  const nameOf = useNameOf();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        type="outline"
        label={t('resource.createInPlace', { name: nameOf(resource) })}
        icon={<IconPlus />}
        onClick={() => setOpen(true)}
      />
      {open ? (
        <Suspense fallback={null}>
          <WithDefinition name={resource.name}>
            {(definition) => (
              <FormDrawer
                resource={definition}
                slots={{}}
                record={null}
                onClose={() => setOpen(false)}
                onSaved={(record) => {
                  setOpen(false);
                  onMade(record);
                }}
              />
            )}
          </WithDefinition>
        </Suspense>
      ) : null}
    </>
  );
}
