import {
  admin,
  aiIcon,
  auditLog,
  backup,
  catalogue,
  course,
  courseSchedule,
  kebab,
  knowDoc,
  knowledge,
  knowledgeExport,
  pdfDoc,
  regionalAgent,
  usageRecord,
} from '@gantry/core';

/** The entity of a command. */
interface EntityPlace {
  readonly name: string;
  /** The feature flag of the server that the entity requires; null when it is always available. */
  readonly flag: string | null;
}

const flagOf = (path: string | undefined) => catalogue.screens.find((screen) => screen.path === path)?.flag ?? null;

/** Every entity by its command, in the order of the catalog. Computed when the program is built, like this entire folder. */
export const entities: Readonly<Record<string, EntityPlace>> = Object.fromEntries(
  catalogue.resources.map(({ name, path }) => [kebab(name), { name, flag: flagOf(path) }]),
);

/** The entity of the accounts that sign in here. */
export const accounts = admin.name;

/** Entities with commands beyond those of their definition. */
export const withMore = {
  undo: auditLog.name,
  download: backup.name,
  upload: knowDoc.name,
  pdf: pdfDoc.name,
  contract: regionalAgent.name,
  archive: knowledge.name,
  icons: aiIcon.name,
  packed: knowledgeExport.name,
  calendar: courseSchedule.name,
  material: course.name,
  report: usageRecord.name,
} as const;

/** Entities whose records contain names that need labels. */
export const labelled: readonly string[] = [auditLog.name, course.name];
