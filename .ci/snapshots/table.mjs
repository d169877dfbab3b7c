/**
 * What follows from the definitions, committed so that a change of them shows what it changes: a file of this folder and
 * the program that prints it.
 * @typedef {{file: string, command: string[]}} Snapshot
 */

/** @type {Snapshot[]} */
export const snapshots = [];
