import type { OpsTarget } from './ops-target';

/** The number of the last releases whose images stay, so that a rollback has something to start. */
export const keptImages = 3;

/** The number of days after which other images are deleted. */
const imageDays = 7;

/** The repository that the first deploy of a function creates. */
export const imagesAddress = ({ projectId, region }: OpsTarget): string =>
  `https://artifactregistry.googleapis.com/v1/projects/${projectId}/locations/${region}/repositories/gcf-artifacts`;

/**
 * Which images of functions Artifact Registry keeps. The first policy has the name by which firebase-tools knows its own: with `--force` it would
 * otherwise set one that deletes after a day, with which a rollback finds no image (docs.cloud.google.com/artifact-registry/docs/repositories/cleanup-policy).
 */
export const imagePolicies = () => ({
  cleanupPolicies: {
    'firebase-functions-cleanup': {
      id: 'firebase-functions-cleanup',
      action: 'DELETE',
      condition: { tagState: 'ANY', olderThan: `${imageDays * 24 * 60 * 60}s` },
    },
    'busker-last-releases': {
      id: 'busker-last-releases',
      action: 'KEEP',
      mostRecentVersions: { keepCount: keptImages },
    },
  },
});
