import archiver from 'archiver';

/**
 * A ZIP archive.
 *
 * @GET
 * @returns {binary} 200 application/zip - The archive
 */
export default function getArchive(): archiver.Archiver {
  const archive = archiver('zip', { store: true });
  archive.append('four', { name: 'ada.txt' });
  void archive.finalize();
  return archive;
}
