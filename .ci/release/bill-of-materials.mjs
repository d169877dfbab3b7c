import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { readJson } from './stage.mjs';

/** @typedef {{'bom-ref': string, name: string, group?: string, properties?: {name: string, value: string}[]}} Component */
/** @typedef {{ref: string, dependsOn?: string[]}} Dependency */
/** @typedef {{serialNumber?: string, metadata: {timestamp?: string, component?: Component}, components: Component[],
 *   dependencies: Dependency[]}} Bill */

const ownPackages = /^@gantry\/(bench|demo)@/;

/**
 * The packages of the lockfile in CycloneDX format, as listed by npm.
 * @param {string} root
 * @returns {Bill}
 */
export function readBill(root) {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--offline'];
  return JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }));
}

/**
 * The bill of materials of a release in CycloneDX format: production packages, and those that the console is built from. npm
 * writes a random number and the current time; here both are derived from the commit.
 * @param {string} root
 * @param {Date} time
 */
export function billOfMaterials(root, time, bill = readBill(root)) {
  const builtIn = Object.keys(readJson(path.join(root, 'packages/web/package.json')).devDependencies ?? {});
  const components = bill.components.filter((one) => !ownPackages.test(one['bom-ref']) && isPart(one, builtIn));
  const refs = new Set([...components, bill.metadata.component].map((one) => one?.['bom-ref']));
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
  const rest = { ...bill, metadata: { ...bill.metadata, timestamp: time.toISOString() }, components, dependencies };
  delete rest.serialNumber;
  const hash = createHash('sha256').update(JSON.stringify(rest)).digest('hex');
  return { ...rest, serialNumber: `urn:uuid:${asUuid(hash)}` };
}

/**
 * @param {Component} component
 * @param {string[]} builtIn
 */
function isPart({ name, properties = [] }, builtIn) {
  const isDevelopment = properties.some((one) => one.name === 'cdx:npm:package:development' && one.value === 'true');
  return !isDevelopment || builtIn.includes(name);
}

/** Converts a hash to a UUID of version 8, which has no fixed meaning. @param {string} hash */
function asUuid(hash) {
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
