#!/usr/bin/env bash
# Installs Prisma into a directory, and generates a client there: .ci/prisma.sh /tmp/prisma
# A test finds it in PRISMA_DIR. No engine is downloaded: the client has a query compiler, and generating it needs none.
set -euo pipefail

if [ $# -ne 1 ]; then
  echo "usage: $0 <directory>" >&2
  exit 2
fi

mkdir -p "$1"
cd "$1"
echo '{ "private": true, "type": "module" }' >package.json
npm install --silent --ignore-scripts --no-audit --no-fund prisma@7 @prisma/client@7 @prisma/adapter-pg@7
cat >schema.prisma <<'EOF'
generator client {
  provider = "prisma-client"
  output   = "generated"
}

datasource db {
  provider = "postgresql"
}

model Book {
  id        Int    @id
  title     String
  genre     String
  year      Int
  author_id Int

  @@map("books")
}
EOF
cat >prisma.config.ts <<'EOF'
export default { schema: 'schema.prisma', datasource: { url: 'postgres://localhost/books' } };
EOF
PRISMA_SCHEMA_ENGINE_BINARY=/bin/true npx prisma generate
