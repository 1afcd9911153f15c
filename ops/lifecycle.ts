import { exportLifetime } from '../core/documents/export-document';

/** The number of days in which a deleted or overwritten picture can be restored. */
export const deletedFileDays = 30;

/** The number of days for which an export can be downloaded. */
const exportDays = exportLifetime / (24 * 60 * 60_000);

/**
 * The settings of the bucket of pictures and exports. Soft delete keeps overwritten objects too. Object versions would keep every deleted picture twice as
 * long (cloud.google.com/storage/docs/soft-delete).
 */
export const bucketSettings = () => ({
  softDeletePolicy: { retentionDurationSeconds: String(deletedFileDays * 24 * 60 * 60) },
  lifecycle: {
    rule: [
      { action: { type: 'AbortIncompleteMultipartUpload' }, condition: { age: exportDays } },
      { action: { type: 'Delete' }, condition: { age: exportDays, matchesPrefix: ['exports/'] } },
    ],
  },
});
