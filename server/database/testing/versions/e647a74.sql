-- The database as e647a74 left it (README.md).
CREATE SCHEMA job_queue;
CREATE TYPE job_queue.job_state AS ENUM (
    'created',
    'retry',
    'active',
    'completed',
    'cancelled',
    'failed'
);
CREATE FUNCTION job_queue.create_queue(queue_name text, options jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $_$
    DECLARE
      tablename varchar := CASE WHEN options->>'partition' = 'true'
                            THEN 'j' || encode(sha224(queue_name::bytea), 'hex')
                            ELSE 'job_common'
                            END;
      queue_created_on timestamptz;
    BEGIN
      WITH q as (
        INSERT INTO job_queue.queue (
          name,
          policy,
          retry_limit,
          retry_delay,
          retry_backoff,
          retry_delay_max,
          expire_seconds,
          retention_seconds,
          deletion_seconds,
          warning_queued,
          dead_letter,
          partition,
          table_name,
          heartbeat_seconds,
          notify,
          created_on,
          updated_on
        )
        VALUES (
          queue_name,
          options->>'policy',
          COALESCE((options->>'retryLimit')::int, 2),
          COALESCE((options->>'retryDelay')::int, 0),
          COALESCE((options->>'retryBackoff')::bool, false),
          (options->>'retryDelayMax')::int,
          COALESCE((options->>'expireInSeconds')::int, 900),
          COALESCE((options->>'retentionSeconds')::int, 1209600),
          COALESCE((options->>'deleteAfterSeconds')::int, 604800),
          COALESCE((options->>'warningQueueSize')::int, 0),
          options->>'deadLetter',
          COALESCE((options->>'partition')::bool, false),
          tablename,
          (options->>'heartbeatSeconds')::int,
          COALESCE((options->>'notify')::bool, false),
          job_queue.job_now(),
          job_queue.job_now()
        )
        ON CONFLICT DO NOTHING
        RETURNING created_on
      )
      SELECT created_on into queue_created_on from q;
      IF queue_created_on IS NULL OR options->>'partition' IS DISTINCT FROM 'true' THEN
        RETURN;
      END IF;
      EXECUTE format('CREATE TABLE job_queue.%I (LIKE job_queue.job INCLUDING DEFAULTS)', tablename);
      EXECUTE job_queue.job_table_format($cmd$ALTER TABLE job_queue.job ADD PRIMARY KEY (name, id)$cmd$, tablename);
      EXECUTE job_queue.job_table_format($cmd$ALTER TABLE job_queue.job ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES job_queue.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);
      EXECUTE job_queue.job_table_format($cmd$ALTER TABLE job_queue.job ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES job_queue.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);
      EXECUTE job_queue.job_table_format($cmd$CREATE INDEX job_i11 ON job_queue.job (name, priority DESC, created_on, start_after) WHERE state < 'active' AND NOT blocked$cmd$, tablename);
      EXECUTE job_queue.job_table_format($cmd$CREATE UNIQUE INDEX job_i4 ON job_queue.job (name, singleton_on, COALESCE(singleton_key, '')) WHERE state <> 'cancelled' AND singleton_on IS NOT NULL$cmd$, tablename);
      EXECUTE job_queue.job_table_format($cmd$CREATE INDEX job_i7 ON job_queue.job (name, group_id) WHERE state = 'active' AND group_id IS NOT NULL$cmd$, tablename);
      EXECUTE job_queue.job_table_format($cmd$CREATE INDEX job_i9 ON job_queue.job (name, id) WHERE blocking AND state = 'completed'$cmd$, tablename);
      EXECUTE job_queue.job_table_format($cmd$CREATE INDEX job_i12 ON job_queue.job (source_root_id) WHERE source_root_id IS NOT NULL$cmd$, tablename);
      IF options->>'policy' = 'short' THEN
        EXECUTE job_queue.job_table_format($cmd$CREATE UNIQUE INDEX job_i1 ON job_queue.job (name, COALESCE(singleton_key, '')) WHERE state = 'created' AND policy = 'short'$cmd$, tablename);
      ELSIF options->>'policy' = 'singleton' THEN
        EXECUTE job_queue.job_table_format($cmd$CREATE UNIQUE INDEX job_i2 ON job_queue.job (name, COALESCE(singleton_key, '')) WHERE state = 'active' AND policy = 'singleton'$cmd$, tablename);
      ELSIF options->>'policy' = 'stately' THEN
        EXECUTE job_queue.job_table_format($cmd$CREATE UNIQUE INDEX job_i3 ON job_queue.job (name, state, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'stately'$cmd$, tablename);
      ELSIF options->>'policy' = 'exclusive' THEN
        EXECUTE job_queue.job_table_format($cmd$CREATE UNIQUE INDEX job_i6 ON job_queue.job (name, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'exclusive'$cmd$, tablename);
      ELSIF options->>'policy' = 'key_strict_fifo' THEN
        EXECUTE job_queue.job_table_format($cmd$CREATE UNIQUE INDEX job_i8 ON job_queue.job (name, singleton_key) WHERE state IN ('active', 'retry', 'failed') AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE job_queue.job_table_format($cmd$CREATE INDEX job_i10 ON job_queue.job (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE state < 'active' AND NOT blocked AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE job_queue.job_table_format($cmd$ALTER TABLE job_queue.job ADD CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK (NOT (policy = 'key_strict_fifo' AND singleton_key IS NULL))$cmd$, tablename);
      END IF;
      EXECUTE format('ALTER TABLE job_queue.%I ADD CONSTRAINT cjc CHECK (name=%L)', tablename, queue_name);
      EXECUTE format('ALTER TABLE job_queue.job ATTACH PARTITION job_queue.%I FOR VALUES IN (%L)', tablename, queue_name);
    END;
    $_$;
CREATE FUNCTION job_queue.delete_queue(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      v_table varchar;
      v_partition bool;
    BEGIN
      
      SELECT table_name, partition
      FROM job_queue.queue
      WHERE name = queue_name
      INTO v_table, v_partition;
      IF v_partition THEN
        EXECUTE format('DROP TABLE IF EXISTS job_queue.%I', v_table);
      ELSE
        EXECUTE format('DELETE FROM job_queue.%I WHERE name = %L', v_table, queue_name);
      END IF;
    
      DELETE FROM job_queue.queue WHERE name = queue_name;
    END;
    $$;
CREATE FUNCTION job_queue.job_now() RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$
      SELECT pg_catalog.now();
    $$;
CREATE FUNCTION job_queue.job_table_format(command text, table_name text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $_$
      SELECT format(
        regexp_replace(
          regexp_replace(command, '\.job\y', '.%1$I', 'g'),
          '\yjob_i(\d+)', '%1$s_i\1', 'g'
        ),
        table_name
      );
    $_$;
CREATE FUNCTION job_queue.job_table_run(command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      tbl RECORD;
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM job_queue.queue WHERE name = queue_name;
      END IF;
      IF tbl_name IS NOT NULL THEN
        EXECUTE job_queue.job_table_format(command, tbl_name);
        RETURN;
      END IF;
      EXECUTE job_queue.job_table_format(command, 'job_common');
      FOR tbl IN SELECT table_name FROM job_queue.queue WHERE partition = true
      LOOP
        EXECUTE job_queue.job_table_format(command, tbl.table_name);
      END LOOP;
    END;
    $$;
CREATE FUNCTION job_queue.job_table_run_async(command_name text, version integer, command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM job_queue.queue WHERE name = queue_name;
      END IF;
      IF tbl_name IS NOT NULL THEN
        INSERT INTO job_queue.bam (name, version, status, queue, table_name, command)
        VALUES (
          command_name,
          version,
          'pending',
          queue_name,
          tbl_name,
          job_queue.job_table_format(command, tbl_name)
        );
        RETURN;
      END IF;
      INSERT INTO job_queue.bam (name, version, status, queue, table_name, command)
      SELECT
        command_name,
        version,
        'pending',
        NULL,
        'job_common',
        job_queue.job_table_format(command, 'job_common')
      UNION ALL
      SELECT
        command_name,
        version,
        'pending',
        queue.name,
        queue.table_name,
        job_queue.job_table_format(command, queue.table_name)
      FROM job_queue.queue
      WHERE partition = true;
    END;
    $$;
CREATE TABLE job_queue.bam (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    version integer NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    queue text,
    table_name text NOT NULL,
    command text NOT NULL,
    error text,
    created_on timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone
);
CREATE TABLE job_queue.job (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state job_queue.job_state DEFAULT 'created'::job_queue.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid
)
PARTITION BY LIST (name);
CREATE TABLE job_queue.j57abb48f8949bee6551448090bb00c38451132ea58c2ec4798909f46 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state job_queue.job_state DEFAULT 'created'::job_queue.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid,
    CONSTRAINT cjc CHECK ((name = 'delivery'::text))
);
CREATE TABLE job_queue.je199b8e7e1a24ceb7b6f2d70e046df29e2b1e6fa3ce4a3cdb25a0e5a (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state job_queue.job_state DEFAULT 'created'::job_queue.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid,
    CONSTRAINT cjc CHECK ((name = 'replay-attempt'::text))
);
CREATE TABLE job_queue.job_common (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state job_queue.job_state DEFAULT 'created'::job_queue.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid,
    CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK ((NOT ((policy = 'key_strict_fifo'::text) AND (singleton_key IS NULL))))
);
CREATE TABLE job_queue.job_dependency (
    child_name text NOT NULL,
    child_id uuid NOT NULL,
    parent_name text NOT NULL,
    parent_id uuid NOT NULL
);
CREATE TABLE job_queue.queue (
    name text NOT NULL,
    policy text NOT NULL,
    retry_limit integer NOT NULL,
    retry_delay integer NOT NULL,
    retry_backoff boolean NOT NULL,
    retry_delay_max integer,
    expire_seconds integer NOT NULL,
    retention_seconds integer NOT NULL,
    deletion_seconds integer NOT NULL,
    dead_letter text,
    partition boolean NOT NULL,
    table_name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    warning_queued integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer DEFAULT 0 NOT NULL,
    completed_delta integer DEFAULT 0 NOT NULL,
    failed_delta integer DEFAULT 0 NOT NULL,
    delta_on timestamp with time zone,
    delta_seconds integer,
    ready_history integer[] DEFAULT '{}'::integer[] NOT NULL,
    heartbeat_seconds integer,
    notify boolean DEFAULT false NOT NULL,
    singletons_active text[],
    monitor_claim_on timestamp with time zone,
    monitor_on timestamp with time zone,
    maintain_on timestamp with time zone,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT queue_check CHECK ((dead_letter IS DISTINCT FROM name))
);
CREATE TABLE job_queue.queue_stats (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
)
PARTITION BY RANGE (captured_on);
CREATE TABLE job_queue.queue_stats_20261124 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE job_queue.queue_stats_20261125 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE job_queue.schedule (
    name text NOT NULL,
    key text DEFAULT ''::text NOT NULL,
    kind text DEFAULT 'cron'::text NOT NULL,
    cron text NOT NULL,
    timezone text DEFAULT 'UTC'::text,
    data jsonb,
    options jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    last_job_id uuid,
    CONSTRAINT schedule_kind_check CHECK ((kind = ANY (ARRAY['cron'::text, 'rrule'::text])))
);
CREATE TABLE job_queue.subscription (
    event text NOT NULL,
    name text NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE job_queue.version (
    version integer NOT NULL,
    cron_on timestamp with time zone,
    bam_on timestamp with time zone,
    flow_on timestamp with time zone,
    reindex_on timestamp with time zone,
    monitor_backoff_on timestamp with time zone
);
CREATE TABLE job_queue.warning (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    type text NOT NULL,
    message text NOT NULL,
    data jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.api_token (
    id bigint NOT NULL,
    partner_id bigint NOT NULL,
    label text NOT NULL,
    token_hash text NOT NULL,
    blocklist_permission boolean NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone
);
ALTER TABLE public.api_token ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.api_token_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.available_source (
    id bigint NOT NULL,
    partner_id bigint NOT NULL,
    name text NOT NULL
);
ALTER TABLE public.available_source ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.available_source_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.blocked_number (
    blocklist_id bigint NOT NULL,
    phone_number text NOT NULL,
    blocked_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.blocklist (
    id bigint NOT NULL,
    partner_id bigint NOT NULL,
    company_id bigint,
    group_id bigint,
    CONSTRAINT blocklist_check CHECK (((company_id IS NULL) OR (group_id IS NULL)))
);
ALTER TABLE public.blocklist ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.blocklist_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.company (
    id bigint NOT NULL,
    partner_id bigint NOT NULL,
    reference text NOT NULL,
    name text NOT NULL
);
CREATE TABLE public.company_group (
    id bigint NOT NULL,
    partner_id bigint NOT NULL,
    reference text NOT NULL,
    name text NOT NULL
);
ALTER TABLE public.company_group ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.company_group_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.company_group_member (
    group_id bigint NOT NULL,
    company_id bigint NOT NULL
);
ALTER TABLE public.company ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.company_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.contact (
    id bigint NOT NULL,
    partner_id bigint NOT NULL,
    company_id bigint NOT NULL,
    reference text NOT NULL,
    name text NOT NULL
);
ALTER TABLE public.contact ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.contact_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.delivery (
    id bigint DEFAULT nextval((pg_get_serial_sequence('failed_event'::text, 'id'::text))::regclass) NOT NULL,
    call_id bigint NOT NULL,
    tracking_number_id bigint NOT NULL,
    event text NOT NULL,
    callback_url text NOT NULL,
    payload text NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone NOT NULL,
    settled_at timestamp with time zone
);
CREATE TABLE public.delivery_attempt (
    delivery_id bigint NOT NULL,
    number integer NOT NULL,
    at timestamp with time zone NOT NULL,
    status integer,
    error text,
    duration_ms integer NOT NULL
);
CREATE TABLE public.failed_event (
    id bigint NOT NULL,
    partner_id bigint NOT NULL,
    list text NOT NULL,
    day date NOT NULL,
    "position" integer NOT NULL,
    item text NOT NULL
);
CREATE TABLE public.failed_event_day (
    partner_id bigint NOT NULL,
    list text NOT NULL,
    day date NOT NULL,
    count integer NOT NULL
);
ALTER TABLE public.failed_event ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.failed_event_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.partner (
    id bigint NOT NULL,
    reference text NOT NULL,
    name text NOT NULL
);
ALTER TABLE public.partner ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.partner_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.receiver_setting (
    service text NOT NULL,
    account text NOT NULL,
    tracking_number text NOT NULL,
    url text NOT NULL,
    who text,
    set_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.replay_attempt (
    id bigint NOT NULL,
    item_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    status integer,
    error text,
    duration_ms integer NOT NULL,
    answer text,
    service text NOT NULL,
    receiver text
);
ALTER TABLE public.replay_attempt ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.replay_attempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.replay_item (
    id bigint NOT NULL,
    run_id uuid NOT NULL,
    service text NOT NULL,
    list text NOT NULL,
    event_id text NOT NULL,
    state text NOT NULL,
    receiver_url text,
    payload text NOT NULL,
    reason text,
    settled_at timestamp with time zone,
    pass integer DEFAULT 1 NOT NULL,
    job_id uuid,
    receiver text
)
WITH (toast_tuple_target='128', fillfactor='50');
ALTER TABLE ONLY public.replay_item ALTER COLUMN payload SET STORAGE EXTERNAL;
ALTER TABLE public.replay_item ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.replay_item_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.replay_run (
    id uuid NOT NULL,
    account text NOT NULL,
    service text NOT NULL,
    list text NOT NULL,
    who text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    made_by text NOT NULL,
    from_date date NOT NULL,
    to_date date NOT NULL,
    asked_for text DEFAULT 'named'::text NOT NULL,
    state text DEFAULT 'reading'::text NOT NULL,
    problem text,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    read_found integer DEFAULT 0 NOT NULL,
    read_of integer,
    lease_until timestamp with time zone,
    open_items integer DEFAULT 0 NOT NULL,
    final_counts jsonb
);
CREATE TABLE public.tn_prefix (
    prefix text NOT NULL,
    name text NOT NULL
);
CREATE TABLE public.tracked_call (
    id bigint NOT NULL,
    tracking_number_id bigint NOT NULL,
    ended_at timestamp with time zone NOT NULL,
    analysed_at timestamp with time zone
);
CREATE TABLE public.tracking_number (
    id bigint NOT NULL,
    partner_id bigint NOT NULL,
    company_id bigint NOT NULL,
    phone_number text NOT NULL,
    call_term_callbacks text,
    mcs_call_term_callbacks text,
    ai_enabled boolean DEFAULT false NOT NULL,
    missed_call_saver boolean DEFAULT false NOT NULL,
    secret text DEFAULT ('whsec_'::text || encode(sha256((((gen_random_uuid())::text || (gen_random_uuid())::text))::bytea), 'base64'::text)) NOT NULL,
    previous_secret text,
    previous_secret_until timestamp with time zone
);
ALTER TABLE public.tracking_number ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.tracking_number_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE ONLY job_queue.job ATTACH PARTITION job_queue.j57abb48f8949bee6551448090bb00c38451132ea58c2ec4798909f46 FOR VALUES IN ('delivery');
ALTER TABLE ONLY job_queue.job ATTACH PARTITION job_queue.je199b8e7e1a24ceb7b6f2d70e046df29e2b1e6fa3ce4a3cdb25a0e5a FOR VALUES IN ('replay-attempt');
ALTER TABLE ONLY job_queue.job ATTACH PARTITION job_queue.job_common DEFAULT;
ALTER TABLE ONLY job_queue.queue_stats ATTACH PARTITION job_queue.queue_stats_20261124 FOR VALUES FROM ('2026-11-24 00:00:00+00') TO ('2026-11-25 00:00:00+00');
ALTER TABLE ONLY job_queue.queue_stats ATTACH PARTITION job_queue.queue_stats_20261125 FOR VALUES FROM ('2026-11-25 00:00:00+00') TO ('2026-11-26 00:00:00+00');
INSERT INTO job_queue.j57abb48f8949bee6551448090bb00c38451132ea58c2ec4798909f46 VALUES ('b7c0758f-91c8-49fc-9164-9e6ad0934267', 'delivery', 0, '{"deliveryId": 2}', 'created', 1000000, 0, 5, false, NULL, 20, 604800, NULL, NULL, 'hooks.example.com', NULL, '2026-11-24 12:48:29.261416+00', '2026-11-24 12:47:25.267416+00', NULL, NULL, '2036-11-21 12:48:29.261416+00', NULL, NULL, 'standard', NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO job_queue.j57abb48f8949bee6551448090bb00c38451132ea58c2ec4798909f46 VALUES ('16cf62d6-57db-40f4-849c-a5c532fc1184', 'delivery', 0, '{"deliveryId": 1}', 'created', 1000000, 0, 5, false, NULL, 20, 604800, NULL, NULL, 'hooks.example.com', NULL, '2026-11-24 12:48:29.265416+00', '2026-11-24 12:47:25.267416+00', NULL, NULL, '2036-11-21 12:48:29.265416+00', NULL, NULL, 'standard', NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO job_queue.queue VALUES ('delivery', 'standard', 1000000, 5, false, NULL, 20, 315360000, 604800, NULL, true, 'j57abb48f8949bee6551448090bb00c38451132ea58c2ec4798909f46', 2, 2, 0, 0, 0, 0, 2, 0, 0, 0, NULL, NULL, '{0,0}', NULL, false, NULL, '2026-11-24 12:47:26.975059+00', '2026-11-24 12:47:26.983287+00', '2026-11-24 12:47:21.607578+00', '2026-11-24 12:47:16.411087+00', '2026-11-24 12:47:16.411087+00');
INSERT INTO job_queue.queue VALUES ('replay-attempt', 'standard', 1000000, 5, false, NULL, 20, 315360000, 604800, NULL, true, 'je199b8e7e1a24ceb7b6f2d70e046df29e2b1e6fa3ce4a3cdb25a0e5a', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{0,0}', NULL, false, NULL, '2026-11-24 12:47:27.005997+00', '2026-11-24 12:47:27.007302+00', '2026-11-24 12:47:21.841673+00', '2026-11-24 12:47:17.746342+00', '2026-11-24 12:47:17.746342+00');
INSERT INTO job_queue.version VALUES (43, NULL, '2026-11-24 12:47:17.127216+00', '2026-11-24 12:47:27.776712+00', '2026-11-24 12:47:22.191546+00', NULL);
INSERT INTO public.api_token OVERRIDING SYSTEM VALUE VALUES (1, 1, 'Thandi', 'd235bc83ade181688019481809eaa801297d0ed03b08d1b68c5be4a007bad853', true, '2026-11-24 12:47:22.21917+00', NULL);
INSERT INTO public.blocked_number VALUES (1, '27825550100', '2026-11-20 08:00:00+00');
INSERT INTO public.blocklist OVERRIDING SYSTEM VALUE VALUES (1, 1, 1, NULL);
INSERT INTO public.company OVERRIDING SYSTEM VALUE VALUES (1, 1, 'C-1', 'Acme Motors');
INSERT INTO public.company_group OVERRIDING SYSTEM VALUE VALUES (1, 1, 'G-1', 'Highveld');
INSERT INTO public.company_group_member VALUES (1, 1);
INSERT INTO public.delivery VALUES (2, 7001, 1, 'missed_call_saver', 'https://hooks.example.com/missed', '{"call_id":7001,"tracking_number":"27105550199","caller_number":"27825550147","call_start_stamp":"2026-11-21T09:30:00.000+02:00","call_end_stamp":"2026-11-21T09:31:30.000+02:00","call_duration":90,"company":{"name":"Acme Motors","reference":"C-1"}}', 'waiting', 1, '2026-11-24 12:48:29.188+00', NULL);
INSERT INTO public.delivery VALUES (1, 7001, 1, 'call_termination', 'https://hooks.example.com/calls', '{"call_id":7001,"tracking_number":"27105550199","caller_number":"27825550147","call_start_stamp":"2026-11-21T09:30:00.000+02:00","call_end_stamp":"2026-11-21T09:31:30.000+02:00","call_duration":90,"answered":false,"company":{"name":"Acme Motors","reference":"C-1"},"contact":null}', 'waiting', 1, '2026-11-24 12:48:29.254+00', NULL);
INSERT INTO public.delivery VALUES (9001, 6001, 1, 'call_termination', 'https://hooks.example.com/calls', '{"call_id":6001}', 'failed', 4, '2026-11-20 10:40:00+00', '2026-11-20 10:40:00+00');
INSERT INTO public.delivery_attempt VALUES (2, 1, '2026-11-24 12:47:25.017+00', NULL, 'the name hooks.example.com does not exist', 177);
INSERT INTO public.delivery_attempt VALUES (1, 1, '2026-11-24 12:47:25.131+00', NULL, 'the name hooks.example.com does not exist', 125);
INSERT INTO public.delivery_attempt VALUES (9001, 4, '2026-11-20 10:40:00+00', 503, 'answered 503', 21);
INSERT INTO public.failed_event VALUES (9001, 1, 'call_events_fail', '2026-11-20', 1, '{"id":9001}');
INSERT INTO public.failed_event_day VALUES (1, 'call_events_fail', '2026-11-20', 1);
INSERT INTO public.kysely_migration VALUES ('0001-service-and-replays', '2026-11-24T12:47:15.430Z');
INSERT INTO public.kysely_migration VALUES ('0002-deliveries', '2026-11-24T12:47:15.499Z');
INSERT INTO public.kysely_migration VALUES ('0003-replay-runs', '2026-11-24T12:47:15.679Z');
INSERT INTO public.kysely_migration VALUES ('0004-receivers', '2026-11-24T12:47:15.763Z');
INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);
INSERT INTO public.partner OVERRIDING SYSTEM VALUE VALUES (1, 'acme', 'Acme');
INSERT INTO public.replay_attempt OVERRIDING SYSTEM VALUE VALUES (1, 1, '2026-11-20 12:00:02+00', 200, NULL, 12, 'ok', 'own', 'hooks.example.com');
INSERT INTO public.replay_item OVERRIDING SYSTEM VALUE VALUES (1, '00000000-0000-4000-8000-000000000001', 'own', 'call_events_fail', '9001', 'delivered', 'https://hooks.example.com/calls', '{"call_id":6001}', NULL, '2026-11-20 12:00:02+00', 1, NULL, 'hooks.example.com');
INSERT INTO public.replay_item OVERRIDING SYSTEM VALUE VALUES (2, '00000000-0000-4000-8000-000000000002', 'own', 'call_events_fail', '9001', 'cancelled', 'https://hooks.example.com/calls', '{"call_id":6001}', NULL, NULL, 1, NULL, 'hooks.example.com');
INSERT INTO public.replay_run VALUES ('00000000-0000-4000-8000-000000000001', 'partner:1', 'own', 'call_events_fail', 'Thandi', '2026-11-20 12:00:00+00', 'token:1', '2026-11-20', '2026-11-21', 'named', 'finished', NULL, '2026-11-20 12:00:01+00', NULL, 1, 1, NULL, 0, NULL);
INSERT INTO public.replay_run VALUES ('00000000-0000-4000-8000-000000000002', 'partner:1', 'own', 'call_events_fail', 'Thandi', '2026-11-20 13:00:00+00', 'token:1', '2026-11-20', '2026-11-21', 'named', 'cancelled', NULL, '2026-11-20 13:00:01+00', NULL, 1, 1, NULL, 1, NULL);
INSERT INTO public.tracked_call VALUES (7001, 1, '2026-11-21 07:31:30+00', NULL);
INSERT INTO public.tracked_call VALUES (6001, 1, '2026-11-20 10:00:00+00', NULL);
INSERT INTO public.tracking_number OVERRIDING SYSTEM VALUE VALUES (1, 1, 1, '27105550199', 'https://hooks.example.com/calls', 'https://hooks.example.com/missed', true, true, 'whsec_fqNIKGlocUP80qMphcImNzKA+MZSOrms7yZ7wHPksOg=', NULL, NULL);
SELECT pg_catalog.setval('public.api_token_id_seq', 1, true);
SELECT pg_catalog.setval('public.available_source_id_seq', 1, false);
SELECT pg_catalog.setval('public.blocklist_id_seq', 1, true);
SELECT pg_catalog.setval('public.company_group_id_seq', 1, true);
SELECT pg_catalog.setval('public.company_id_seq', 1, true);
SELECT pg_catalog.setval('public.contact_id_seq', 1, false);
SELECT pg_catalog.setval('public.failed_event_id_seq', 2, true);
SELECT pg_catalog.setval('public.partner_id_seq', 1, true);
SELECT pg_catalog.setval('public.replay_attempt_id_seq', 1, true);
SELECT pg_catalog.setval('public.replay_item_id_seq', 2, true);
SELECT pg_catalog.setval('public.tracking_number_id_seq', 1, true);
ALTER TABLE ONLY job_queue.bam
    ADD CONSTRAINT bam_pkey PRIMARY KEY (id);
ALTER TABLE ONLY job_queue.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (name, id);
ALTER TABLE ONLY job_queue.j57abb48f8949bee6551448090bb00c38451132ea58c2ec4798909f46
    ADD CONSTRAINT j57abb48f8949bee6551448090bb00c38451132ea58c2ec4798909f46_pkey PRIMARY KEY (name, id);
ALTER TABLE ONLY job_queue.je199b8e7e1a24ceb7b6f2d70e046df29e2b1e6fa3ce4a3cdb25a0e5a
    ADD CONSTRAINT je199b8e7e1a24ceb7b6f2d70e046df29e2b1e6fa3ce4a3cdb25a0e5a_pkey PRIMARY KEY (name, id);
ALTER TABLE ONLY job_queue.job_common
    ADD CONSTRAINT job_common_pkey PRIMARY KEY (name, id);
ALTER TABLE ONLY job_queue.job_dependency
    ADD CONSTRAINT job_dependency_pkey PRIMARY KEY (child_name, child_id, parent_name, parent_id);
ALTER TABLE ONLY job_queue.queue
    ADD CONSTRAINT queue_pkey PRIMARY KEY (name);
ALTER TABLE ONLY job_queue.queue_stats
    ADD CONSTRAINT queue_stats_pkey PRIMARY KEY (id, captured_on);
ALTER TABLE ONLY job_queue.queue_stats_20261124
    ADD CONSTRAINT queue_stats_20261124_pkey PRIMARY KEY (id, captured_on);
ALTER TABLE ONLY job_queue.queue_stats_20261125
    ADD CONSTRAINT queue_stats_20261125_pkey PRIMARY KEY (id, captured_on);
ALTER TABLE ONLY job_queue.schedule
    ADD CONSTRAINT schedule_pkey PRIMARY KEY (name, key);
ALTER TABLE ONLY job_queue.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (event, name);
ALTER TABLE ONLY job_queue.version
    ADD CONSTRAINT version_pkey PRIMARY KEY (version);
ALTER TABLE ONLY job_queue.warning
    ADD CONSTRAINT warning_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.api_token
    ADD CONSTRAINT api_token_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.api_token
    ADD CONSTRAINT api_token_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.available_source
    ADD CONSTRAINT available_source_partner_id_name_key UNIQUE (partner_id, name);
ALTER TABLE ONLY public.available_source
    ADD CONSTRAINT available_source_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.blocked_number
    ADD CONSTRAINT blocked_number_pkey PRIMARY KEY (blocklist_id, phone_number);
ALTER TABLE ONLY public.blocklist
    ADD CONSTRAINT blocklist_partner_id_company_id_group_id_key UNIQUE NULLS NOT DISTINCT (partner_id, company_id, group_id);
ALTER TABLE ONLY public.blocklist
    ADD CONSTRAINT blocklist_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.company_group_member
    ADD CONSTRAINT company_group_member_pkey PRIMARY KEY (company_id, group_id);
ALTER TABLE ONLY public.company_group
    ADD CONSTRAINT company_group_partner_id_reference_key UNIQUE (partner_id, reference);
ALTER TABLE ONLY public.company_group
    ADD CONSTRAINT company_group_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.company
    ADD CONSTRAINT company_partner_id_reference_key UNIQUE (partner_id, reference);
ALTER TABLE ONLY public.company
    ADD CONSTRAINT company_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.contact
    ADD CONSTRAINT contact_partner_id_reference_key UNIQUE (partner_id, reference);
ALTER TABLE ONLY public.contact
    ADD CONSTRAINT contact_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.delivery_attempt
    ADD CONSTRAINT delivery_attempt_pkey PRIMARY KEY (delivery_id, number);
ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_call_id_event_key UNIQUE (call_id, event);
ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.failed_event_day
    ADD CONSTRAINT failed_event_day_pkey PRIMARY KEY (partner_id, list, day);
ALTER TABLE ONLY public.failed_event
    ADD CONSTRAINT failed_event_partner_id_list_day_position_key UNIQUE (partner_id, list, day, "position");
ALTER TABLE ONLY public.failed_event
    ADD CONSTRAINT failed_event_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.partner
    ADD CONSTRAINT partner_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.partner
    ADD CONSTRAINT partner_reference_key UNIQUE (reference);
ALTER TABLE ONLY public.receiver_setting
    ADD CONSTRAINT receiver_setting_pkey PRIMARY KEY (service, account, tracking_number);
ALTER TABLE ONLY public.replay_attempt
    ADD CONSTRAINT replay_attempt_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.replay_item
    ADD CONSTRAINT replay_item_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.replay_run
    ADD CONSTRAINT replay_run_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tn_prefix
    ADD CONSTRAINT tn_prefix_pkey PRIMARY KEY (prefix);
ALTER TABLE ONLY public.tracked_call
    ADD CONSTRAINT tracked_call_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tracking_number
    ADD CONSTRAINT tracking_number_phone_number_key UNIQUE (phone_number);
ALTER TABLE ONLY public.tracking_number
    ADD CONSTRAINT tracking_number_pkey PRIMARY KEY (id);
CREATE INDEX j57abb48f8949bee6551448090bb00c38451132ea58c2ec4798909f46_i11 ON job_queue.j57abb48f8949bee6551448090bb00c38451132ea58c2ec4798909f46 USING btree (name, priority DESC, created_on, start_after) WHERE ((state < 'active'::job_queue.job_state) AND (NOT blocked));
CREATE INDEX j57abb48f8949bee6551448090bb00c38451132ea58c2ec4798909f46_i12 ON job_queue.j57abb48f8949bee6551448090bb00c38451132ea58c2ec4798909f46 USING btree (source_root_id) WHERE (source_root_id IS NOT NULL);
CREATE UNIQUE INDEX j57abb48f8949bee6551448090bb00c38451132ea58c2ec4798909f46_i4 ON job_queue.j57abb48f8949bee6551448090bb00c38451132ea58c2ec4798909f46 USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::job_queue.job_state) AND (singleton_on IS NOT NULL));
CREATE INDEX j57abb48f8949bee6551448090bb00c38451132ea58c2ec4798909f46_i7 ON job_queue.j57abb48f8949bee6551448090bb00c38451132ea58c2ec4798909f46 USING btree (name, group_id) WHERE ((state = 'active'::job_queue.job_state) AND (group_id IS NOT NULL));
CREATE INDEX j57abb48f8949bee6551448090bb00c38451132ea58c2ec4798909f46_i9 ON job_queue.j57abb48f8949bee6551448090bb00c38451132ea58c2ec4798909f46 USING btree (name, id) WHERE (blocking AND (state = 'completed'::job_queue.job_state));
CREATE INDEX je199b8e7e1a24ceb7b6f2d70e046df29e2b1e6fa3ce4a3cdb25a0e5a_i11 ON job_queue.je199b8e7e1a24ceb7b6f2d70e046df29e2b1e6fa3ce4a3cdb25a0e5a USING btree (name, priority DESC, created_on, start_after) WHERE ((state < 'active'::job_queue.job_state) AND (NOT blocked));
CREATE INDEX je199b8e7e1a24ceb7b6f2d70e046df29e2b1e6fa3ce4a3cdb25a0e5a_i12 ON job_queue.je199b8e7e1a24ceb7b6f2d70e046df29e2b1e6fa3ce4a3cdb25a0e5a USING btree (source_root_id) WHERE (source_root_id IS NOT NULL);
CREATE UNIQUE INDEX je199b8e7e1a24ceb7b6f2d70e046df29e2b1e6fa3ce4a3cdb25a0e5a_i4 ON job_queue.je199b8e7e1a24ceb7b6f2d70e046df29e2b1e6fa3ce4a3cdb25a0e5a USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::job_queue.job_state) AND (singleton_on IS NOT NULL));
CREATE INDEX je199b8e7e1a24ceb7b6f2d70e046df29e2b1e6fa3ce4a3cdb25a0e5a_i7 ON job_queue.je199b8e7e1a24ceb7b6f2d70e046df29e2b1e6fa3ce4a3cdb25a0e5a USING btree (name, group_id) WHERE ((state = 'active'::job_queue.job_state) AND (group_id IS NOT NULL));
CREATE INDEX je199b8e7e1a24ceb7b6f2d70e046df29e2b1e6fa3ce4a3cdb25a0e5a_i9 ON job_queue.je199b8e7e1a24ceb7b6f2d70e046df29e2b1e6fa3ce4a3cdb25a0e5a USING btree (name, id) WHERE (blocking AND (state = 'completed'::job_queue.job_state));
CREATE UNIQUE INDEX job_common_i1 ON job_queue.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::job_queue.job_state) AND (policy = 'short'::text));
CREATE INDEX job_common_i10 ON job_queue.job_common USING btree (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE ((state < 'active'::job_queue.job_state) AND (NOT blocked) AND (policy = 'key_strict_fifo'::text));
CREATE INDEX job_common_i11 ON job_queue.job_common USING btree (name, priority DESC, created_on, start_after) WHERE ((state < 'active'::job_queue.job_state) AND (NOT blocked));
CREATE INDEX job_common_i12 ON job_queue.job_common USING btree (source_root_id) WHERE (source_root_id IS NOT NULL);
CREATE UNIQUE INDEX job_common_i2 ON job_queue.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::job_queue.job_state) AND (policy = 'singleton'::text));
CREATE UNIQUE INDEX job_common_i3 ON job_queue.job_common USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::job_queue.job_state) AND (policy = 'stately'::text));
CREATE UNIQUE INDEX job_common_i4 ON job_queue.job_common USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::job_queue.job_state) AND (singleton_on IS NOT NULL));
CREATE UNIQUE INDEX job_common_i6 ON job_queue.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::job_queue.job_state) AND (policy = 'exclusive'::text));
CREATE INDEX job_common_i7 ON job_queue.job_common USING btree (name, group_id) WHERE ((state = 'active'::job_queue.job_state) AND (group_id IS NOT NULL));
CREATE UNIQUE INDEX job_common_i8 ON job_queue.job_common USING btree (name, singleton_key) WHERE ((state = ANY (ARRAY['active'::job_queue.job_state, 'retry'::job_queue.job_state, 'failed'::job_queue.job_state])) AND (policy = 'key_strict_fifo'::text));
CREATE INDEX job_common_i9 ON job_queue.job_common USING btree (name, id) WHERE (blocking AND (state = 'completed'::job_queue.job_state));
CREATE INDEX job_dep_parent_idx ON job_queue.job_dependency USING btree (parent_name, parent_id);
CREATE INDEX queue_stats_i1 ON ONLY job_queue.queue_stats USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);
CREATE INDEX queue_stats_20261124_name_captured_on_deferred_count_queued_idx ON job_queue.queue_stats_20261124 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);
CREATE INDEX queue_stats_20261125_name_captured_on_deferred_count_queued_idx ON job_queue.queue_stats_20261125 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);
CREATE INDEX warning_i1 ON job_queue.warning USING btree (created_on DESC);
CREATE INDEX delivery_waiting ON public.delivery USING btree (next_attempt_at) WHERE (state = 'waiting'::text);
CREATE INDEX replay_attempt_by_item ON public.replay_attempt USING btree (item_id);
CREATE INDEX replay_attempt_of_receiver ON public.replay_attempt USING btree (service, receiver, at DESC);
CREATE INDEX replay_item_by_event ON public.replay_item USING btree (service, list, event_id, id DESC);
CREATE INDEX replay_item_in_order ON public.replay_item USING btree (run_id, pass DESC, id);
CREATE UNIQUE INDEX replay_item_in_run ON public.replay_item USING btree (run_id, event_id);
CREATE INDEX replay_run_never_started ON public.replay_run USING btree (created_at) WHERE (started_at IS NULL);
CREATE INDEX replay_run_of_account ON public.replay_run USING btree (service, account, created_at DESC);
CREATE INDEX replay_run_reading ON public.replay_run USING btree (lease_until) WHERE (state = 'reading'::text);
ALTER INDEX job_queue.job_pkey ATTACH PARTITION job_queue.j57abb48f8949bee6551448090bb00c38451132ea58c2ec4798909f46_pkey;
ALTER INDEX job_queue.job_pkey ATTACH PARTITION job_queue.je199b8e7e1a24ceb7b6f2d70e046df29e2b1e6fa3ce4a3cdb25a0e5a_pkey;
ALTER INDEX job_queue.job_pkey ATTACH PARTITION job_queue.job_common_pkey;
ALTER INDEX job_queue.queue_stats_i1 ATTACH PARTITION job_queue.queue_stats_20261124_name_captured_on_deferred_count_queued_idx;
ALTER INDEX job_queue.queue_stats_pkey ATTACH PARTITION job_queue.queue_stats_20261124_pkey;
ALTER INDEX job_queue.queue_stats_i1 ATTACH PARTITION job_queue.queue_stats_20261125_name_captured_on_deferred_count_queued_idx;
ALTER INDEX job_queue.queue_stats_pkey ATTACH PARTITION job_queue.queue_stats_20261125_pkey;
ALTER TABLE ONLY job_queue.j57abb48f8949bee6551448090bb00c38451132ea58c2ec4798909f46
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES job_queue.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY job_queue.je199b8e7e1a24ceb7b6f2d70e046df29e2b1e6fa3ce4a3cdb25a0e5a
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES job_queue.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY job_queue.job_common
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES job_queue.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY job_queue.j57abb48f8949bee6551448090bb00c38451132ea58c2ec4798909f46
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES job_queue.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY job_queue.je199b8e7e1a24ceb7b6f2d70e046df29e2b1e6fa3ce4a3cdb25a0e5a
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES job_queue.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY job_queue.job_common
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES job_queue.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY job_queue.queue
    ADD CONSTRAINT queue_dead_letter_fkey FOREIGN KEY (dead_letter) REFERENCES job_queue.queue(name);
ALTER TABLE ONLY job_queue.schedule
    ADD CONSTRAINT schedule_name_fkey FOREIGN KEY (name) REFERENCES job_queue.queue(name) ON DELETE CASCADE;
ALTER TABLE ONLY job_queue.subscription
    ADD CONSTRAINT subscription_name_fkey FOREIGN KEY (name) REFERENCES job_queue.queue(name) ON DELETE CASCADE;
ALTER TABLE ONLY public.api_token
    ADD CONSTRAINT api_token_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partner(id);
ALTER TABLE ONLY public.available_source
    ADD CONSTRAINT available_source_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partner(id);
ALTER TABLE ONLY public.blocked_number
    ADD CONSTRAINT blocked_number_blocklist_id_fkey FOREIGN KEY (blocklist_id) REFERENCES public.blocklist(id);
ALTER TABLE ONLY public.blocklist
    ADD CONSTRAINT blocklist_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.company(id);
ALTER TABLE ONLY public.blocklist
    ADD CONSTRAINT blocklist_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.company_group(id);
ALTER TABLE ONLY public.blocklist
    ADD CONSTRAINT blocklist_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partner(id);
ALTER TABLE ONLY public.company_group_member
    ADD CONSTRAINT company_group_member_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.company(id);
ALTER TABLE ONLY public.company_group_member
    ADD CONSTRAINT company_group_member_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.company_group(id);
ALTER TABLE ONLY public.company_group
    ADD CONSTRAINT company_group_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partner(id);
ALTER TABLE ONLY public.company
    ADD CONSTRAINT company_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partner(id);
ALTER TABLE ONLY public.contact
    ADD CONSTRAINT contact_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.company(id);
ALTER TABLE ONLY public.contact
    ADD CONSTRAINT contact_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partner(id);
ALTER TABLE ONLY public.delivery_attempt
    ADD CONSTRAINT delivery_attempt_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES public.delivery(id);
ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_call_id_fkey FOREIGN KEY (call_id) REFERENCES public.tracked_call(id);
ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_tracking_number_id_fkey FOREIGN KEY (tracking_number_id) REFERENCES public.tracking_number(id);
ALTER TABLE ONLY public.failed_event_day
    ADD CONSTRAINT failed_event_day_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partner(id);
ALTER TABLE ONLY public.failed_event
    ADD CONSTRAINT failed_event_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partner(id);
ALTER TABLE ONLY public.replay_attempt
    ADD CONSTRAINT replay_attempt_item_id_fkey FOREIGN KEY (item_id) REFERENCES public.replay_item(id);
ALTER TABLE ONLY public.replay_item
    ADD CONSTRAINT replay_item_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.replay_run(id);
ALTER TABLE ONLY public.tracked_call
    ADD CONSTRAINT tracked_call_tracking_number_id_fkey FOREIGN KEY (tracking_number_id) REFERENCES public.tracking_number(id);
ALTER TABLE ONLY public.tracking_number
    ADD CONSTRAINT tracking_number_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.company(id);
ALTER TABLE ONLY public.tracking_number
    ADD CONSTRAINT tracking_number_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partner(id);
