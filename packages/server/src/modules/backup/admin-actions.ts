import { ApiError, backgroundJob, backup, dataset, type JobKind, localize } from '@gantry/core';
import type { Operation, OperationCall, Operations } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import { createOperationsFor } from '../../platform/engine/record-actions/planned-operations.ts';
import { enqueueJob, type JobOptions } from '../../platform/jobs/job-rows.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { getId, type RowOf } from '../../platform/store/database.ts';
import type { BackupStore } from './backup-store.ts';
import { removeBackup, removeFiles } from './backups.ts';
import { endCopy, isPossiblyOutside } from './copy-backup.ts';
import { previewRetention } from './retention.ts';

export interface DataOperationDeps {
  readonly settings: SettingsReader;
  readonly backups: BackupStore;
}

const words = {
  isOpen: { zh: '同样的任务已在排队或进行中，编号 ', en: 'This job is already queued or running: ' },
  noPlace: { zh: '请先在扩展设置里填写对象存储', en: 'Set up object storage in the extension settings first.' },
} as const;

/** Only the server that stores the file of a backup can copy it, or read it unless a copy exists outside. */
function placeOfWork(kind: JobKind, row: RowOf<'backups'> | null): string | null {
  const isNear = kind === 'backupProof' && row?.copied_at != null;
  return isNear || row?.place == null ? null : row.place;
}

/** Queues a job. Returns its id, by which it is found in the list of jobs. */
function createStartOperation(kind: JobKind): Operation {
  return {
    async run({ tx, services, caller, id, row, name, resource }) {
      const { database, clock } = services;
      const params = id === null ? {} : { id };
      const options: JobOptions = { params, instance: placeOfWork(kind, row as RowOf<'backups'> | null) };
      const job = await enqueueJob(tx, database, clock, kind, caller.actor.id, options).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.problem !== 'stateConflict') throw error;
        const { data } = error.detail;
        throw new ApiError('stateConflict', {
          message: `${localize(words.isOpen, caller.locale)}${String(data?.job)}`,
          data: { ...data },
        });
      });
      return { data: { job }, audit: { resource: resource.name, resourceId: id, action: name, after: { job } } };
    },
  };
}

/** Rejects a copy immediately when no destination is configured, instead of starting a job that fails. */
function createCopyOperation(backups: BackupStore): Operation<'backups'> {
  const { run } = createStartOperation('backupCopy');
  return {
    prepare: async () => ({ isNamed: await backups.outside.isNamed() }),
    run: (call, prepared) => {
      const { isNamed } = prepared as { readonly isNamed: boolean };
      if (!isNamed) throw new ApiError('stateConflict', { message: localize(words.noPlace, call.caller.locale) });
      return run(call, prepared);
    },
  };
}

/** Changes the status of a job; its worker notices at the next step. */
function createMoveOperation(
  values: Readonly<Record<string, string | number | null>>,
  ends: boolean,
): Operation<'background_jobs'> {
  return {
    async run({ tx, services, row, resource, caller, name }: OperationCall) {
      if (row === null) throw new ApiError('notFound');
      const at = services.clock();
      const after = {
        ...row,
        ...values,
        finished_at: ends ? at : null,
        version: Number(row.version) + 1,
        updated_at: at,
        updated_by: caller.actor.id,
      };
      if (ends && row.kind === 'backupCopy') await endCopy(tx, Number(JSON.parse(String(row.params)).id));
      await tx.updateTable('background_jobs').set(after).where('id', '=', getId(row)).execute();
      const change = { before: { status: row.status }, after: { status: values.status ?? null } };
      return {
        data: await presentRow(services, tx, resource, after, caller),
        audit: { resource: resource.name, resourceId: getId(row), action: name, ...change },
      };
    },
  };
}

/** Deletes the record in the transaction, and its file after the commit. */
function deleteBackup(backups: BackupStore): Operation<'backups'> {
  return {
    async run({ tx, services, row, resource }) {
      const [id, name] = [row.id, row.name];
      await removeBackup(tx, services.database, id);
      const data = { name, copied: isPossiblyOutside(row) };
      return { data, audit: { resource: resource.name, resourceId: id, action: 'delete', before: { name } } };
    },
    async after({ services: { log } }, data) {
      const { name, copied } = data as { readonly name: string; readonly copied: boolean };
      await removeFiles({ backups, log }, name, copied);
      return null;
    },
  };
}

export function createDataOperations({ settings, backups }: DataOperationDeps): Operations {
  return {
    ...createOperationsFor(dataset, {
      stats: createStartOperation('measure'),
      runRetention: createStartOperation('retention'),
      rebuildSums: createStartOperation('usageSums'),
      findOrphans: createStartOperation('findOrphans'),
      removeOrphans: createStartOperation('removeOrphans'),
      previewRetention: {
        prepare: ({ services: { database, clock } }) => previewRetention({ database, clock, settings }),
        run: async (_call, prepared) => ({ data: { datasets: prepared } }),
      },
    }),
    ...createOperationsFor(backup, {
      create: createStartOperation('backup'),
      verify: createStartOperation('backupProof'),
      upload: createCopyOperation(backups),
      delete: deleteBackup(backups),
    }),
    ...createOperationsFor(backgroundJob, {
      cancel: createMoveOperation({ status: 'cancelled', lease_owner: null, lease_until: null }, true),
      retry: createMoveOperation(
        {
          status: 'queued',
          attempts: 0,
          done: 0,
          total: null,
          stage: null,
          error_code: null,
          error: null,
          result: null,
          run_after: null,
        },
        false,
      ),
    }),
  };
}
