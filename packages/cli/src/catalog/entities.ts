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

/** Where the command of an entity leads. */
interface EntityPlace {
  readonly name: string;
  /** The flag of the server's configuration without which there is no such entity. */
  readonly flag: string | null;
}

const flagOf = (path: string | undefined) => catalogue.screens.find((screen) => screen.path === path)?.flag ?? null;

/** Every entity by its command, in the order of the catalogue. Worked out when the program is built, as is all of this room. */
export const entities: Readonly<Record<string, EntityPlace>> = Object.fromEntries(
  catalogue.resources.map(({ name, path }) => [kebab(name), { name, flag: flagOf(path) }]),
);

/** The entity of those who sign in here. */
export const accounts = admin.name;

/** Entities that have a command in addition to those that a definition gives. */
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

/** Entities whose records hold names of what others are called by. */
export const labelled: readonly string[] = [auditLog.name, course.name];
