-- The database as ce99b36 left it (README.md).
CREATE FUNCTION public.lists_with_caller(tracking_number_called text, caller text) RETURNS json
    LANGUAGE plpgsql STABLE
    SET enable_seqscan TO 'off'
    AS $$
  begin
    return (
      select to_json(array(
        select list.id from (
          select id from blocklist
          where partner_id = number.partner_id
            and company_id = number.company_id and group_id is null
          union all
          select id from blocklist
          where partner_id = number.partner_id and company_id is null and group_id = any (array(
            select group_id from company_group_member where company_id = number.company_id
          ))
          union all
          select id from blocklist
          where partner_id = number.partner_id and company_id is null and group_id is null
        ) as list
        where exists (
          select from blocked_number
          where blocklist_id = list.id and phone_number = caller
        )
      ))
      from tracking_number as number
      where phone_number = tracking_number_called
    );
  end
  $$;
CREATE TABLE public.account_key (
    id smallint DEFAULT 1 NOT NULL,
    sealed bytea NOT NULL,
    CONSTRAINT account_key_id_check CHECK ((id = 1))
);
CREATE TABLE public.activity (
    id bigint NOT NULL,
    at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    service text NOT NULL,
    account text NOT NULL,
    who text,
    by text NOT NULL,
    address text,
    kind text NOT NULL,
    outcome text NOT NULL,
    status integer,
    reason text,
    details jsonb NOT NULL,
    numbers text[]
);
ALTER TABLE public.activity ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.activity_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.api_token (
    id bigint NOT NULL,
    partner_id bigint NOT NULL,
    label text NOT NULL,
    token_hash text NOT NULL,
    blocklist_permission boolean NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    expires_at timestamp with time zone
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
CREATE TABLE public.confirmed_receiver (
    service text NOT NULL,
    account text NOT NULL,
    receiver text NOT NULL,
    who text,
    at timestamp with time zone DEFAULT now() NOT NULL
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
    settled_at timestamp with time zone,
    partner_id bigint,
    created_at timestamp with time zone DEFAULT now() NOT NULL
)
PARTITION BY RANGE (id);
CREATE TABLE public.delivery_attempt (
    delivery_id bigint NOT NULL,
    number integer NOT NULL,
    at timestamp with time zone NOT NULL,
    status integer,
    error text,
    duration_ms integer NOT NULL
)
PARTITION BY RANGE (delivery_id);
CREATE TABLE public.delivery_attempt_first (
    delivery_id bigint NOT NULL,
    number integer NOT NULL,
    at timestamp with time zone NOT NULL,
    status integer,
    error text,
    duration_ms integer NOT NULL
);
CREATE TABLE public.delivery_first (
    id bigint DEFAULT nextval((pg_get_serial_sequence('failed_event'::text, 'id'::text))::regclass) NOT NULL,
    call_id bigint NOT NULL,
    tracking_number_id bigint NOT NULL,
    event text NOT NULL,
    callback_url text NOT NULL,
    payload text NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone NOT NULL,
    settled_at timestamp with time zone,
    partner_id bigint,
    created_at timestamp with time zone DEFAULT now() NOT NULL
)
WITH (fillfactor='70');
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
CREATE TABLE public.handled_event (
    service text NOT NULL,
    account text NOT NULL,
    list text NOT NULL,
    event_id text NOT NULL,
    who text,
    at timestamp with time zone DEFAULT now() NOT NULL,
    failed_at timestamp with time zone
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
    name text NOT NULL,
    removed_at timestamp with time zone
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
    receiver text,
    receiver_name text
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
    receiver text,
    receiver_name text,
    failed_at timestamp with time zone,
    company text
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
    final_counts jsonb,
    stored_bytes bigint DEFAULT 0 NOT NULL,
    looked_at timestamp with time zone DEFAULT now() NOT NULL,
    task text,
    task_pass integer,
    task_item bigint DEFAULT 0 NOT NULL,
    task_reason text,
    include_delivered boolean,
    copy_of uuid,
    retired text
);
CREATE TABLE public.service_fields (
    service text NOT NULL,
    list text NOT NULL,
    map jsonb NOT NULL,
    source text NOT NULL,
    sample integer NOT NULL,
    who text,
    set_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.session (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    cookie_hash bytea NOT NULL,
    service text NOT NULL,
    account text NOT NULL,
    made_by text NOT NULL,
    sealed bytea NOT NULL,
    name text,
    browser text NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.sign_in_code (
    code_hash bytea NOT NULL,
    service text NOT NULL,
    sealed bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.tn_prefix (
    prefix text NOT NULL,
    name text NOT NULL
);
CREATE TABLE public.tracked_call (
    id bigint NOT NULL,
    tracking_number_id bigint NOT NULL,
    ended_at timestamp with time zone NOT NULL,
    analysed_at timestamp with time zone,
    report_digest bytea,
    analysis_digest bytea
);
CREATE TABLE public.tracking_number (
    id bigint NOT NULL,
    partner_id bigint NOT NULL,
    company_id bigint,
    phone_number text NOT NULL,
    call_term_callbacks text,
    mcs_call_term_callbacks text,
    ai_enabled boolean DEFAULT false NOT NULL,
    missed_call_saver boolean DEFAULT false NOT NULL,
    secret text DEFAULT ('whsec_'::text || encode(sha256((((gen_random_uuid())::text || (gen_random_uuid())::text))::bytea), 'base64'::text)) NOT NULL,
    previous_secret text,
    previous_secret_until timestamp with time zone,
    removed_at timestamp with time zone,
    former_number text
);
ALTER TABLE public.tracking_number ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.tracking_number_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.used_setting (
    service text NOT NULL,
    name text NOT NULL,
    value text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.worker_process (
    id uuid NOT NULL,
    alive_until timestamp with time zone NOT NULL,
    late jsonb DEFAULT '[]'::jsonb NOT NULL
);
ALTER TABLE ONLY public.delivery_attempt ATTACH PARTITION public.delivery_attempt_first FOR VALUES FROM (MINVALUE) TO (MAXVALUE);
ALTER TABLE ONLY public.delivery ATTACH PARTITION public.delivery_first FOR VALUES FROM (MINVALUE) TO (MAXVALUE);
INSERT INTO public.account_key VALUES (1, '\x0f011fc551d4ba2a3f7e3965c3a3574bfde2c14b1f0bc7465942cd8983d0884176833a3c232434014b909a9ca395e04c828f6e152309e27f61b023557cb7e598bbf440429b709406');
INSERT INTO public.activity OVERRIDING SYSTEM VALUE VALUES (3, '2026-11-25 02:34:54.835+00', 'own', 'partner 1', 'root', 'command_line', NULL, 'token_made', 'done', NULL, NULL, '{"label": "Thandi", "partner": "acme"}', NULL);
INSERT INTO public.activity OVERRIDING SYSTEM VALUE VALUES (4, '2026-11-20 12:00:00+00', 'own', 'partner:1', 'Thandi', 'token:1', '192.0.2.7', 'replay_started', 'done', NULL, NULL, '{}', NULL);
INSERT INTO public.api_token OVERRIDING SYSTEM VALUE VALUES (3, 1, 'Thandi', 'f3dcf0c10b482c3e1e93955e9a0d3f8f114f714759830d261d56a516ea793b8c', false, '2026-11-25 02:34:54.83366+00', NULL, NULL);
INSERT INTO public.blocked_number VALUES (1, '27825550100', '2026-11-20 08:00:00+00');
INSERT INTO public.blocklist OVERRIDING SYSTEM VALUE VALUES (1, 1, 1, NULL);
INSERT INTO public.company OVERRIDING SYSTEM VALUE VALUES (1, 1, 'C-1', 'Acme Motors');
INSERT INTO public.company_group OVERRIDING SYSTEM VALUE VALUES (1, 1, 'G-1', 'Highveld');
INSERT INTO public.company_group_member VALUES (1, 1);
INSERT INTO public.delivery_attempt_first VALUES (1, 1, '2026-11-25 02:34:54.926+00', NULL, 'the name hooks.example.com does not exist', 5);
INSERT INTO public.delivery_attempt_first VALUES (2, 1, '2026-11-25 02:34:54.928+00', NULL, 'the name hooks.example.com does not exist', 5);
INSERT INTO public.delivery_attempt_first VALUES (9001, 4, '2026-11-20 10:40:00+00', 503, 'answered 503', 21);
INSERT INTO public.delivery_first VALUES (1, 7001, 1, 'call_termination', 'https://hooks.example.com/calls', '{"call_id":7001,"tracking_number":"27105550199","caller_number":"27825550147","call_start_stamp":"2026-11-21T09:30:00.000+02:00","call_end_stamp":"2026-11-21T09:31:30.000+02:00","call_duration":90,"answered":false,"company":{"name":"Acme Motors","reference":"C-1"},"contact":null}', 'waiting', 1, '2026-11-25 02:35:55.445261+00', NULL, 1, '2026-11-25 02:34:54.902208+00');
INSERT INTO public.delivery_first VALUES (2, 7001, 1, 'missed_call_saver', 'https://hooks.example.com/missed', '{"call_id":7001,"tracking_number":"27105550199","caller_number":"27825550147","call_start_stamp":"2026-11-21T09:30:00.000+02:00","call_end_stamp":"2026-11-21T09:31:30.000+02:00","call_duration":90,"company":{"name":"Acme Motors","reference":"C-1"}}', 'waiting', 1, '2026-11-25 02:35:55.931891+00', NULL, 1, '2026-11-25 02:34:54.902208+00');
INSERT INTO public.delivery_first VALUES (9001, 6001, 1, 'call_termination', 'https://hooks.example.com/calls', '{"call_id":6001}', 'failed', 4, '2026-11-20 10:40:00+00', '2026-11-20 10:40:00+00', NULL, '2026-11-25 02:34:59.005202+00');
INSERT INTO public.failed_event VALUES (9001, 1, 'call_events_fail', '2026-11-20', 1, '{"id":9001}');
INSERT INTO public.failed_event_day VALUES (1, 'call_events_fail', '2026-11-20', 1);
INSERT INTO public.handled_event VALUES ('own', 'partner:1', 'call_events_fail', '9001', 'Thandi', '2026-11-20 14:00:00+00', NULL);
INSERT INTO public.kysely_migration VALUES ('0001-service-and-replays', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0002-deliveries', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0003-replay-runs', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0004-receivers', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0005-report-digests', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0006-receivers-by-url', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0007-sessions', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0008-drafts-of-runs', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0009-activity', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0010-deliveries-at-speed', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0011-tasks-of-runs', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0012-lists-with-caller', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0013-handled-events', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0014-receivers-of-runs', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0015-moments-of-failures', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0016-fields-of-services', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0017-replay-attempts-by-name', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0020-used-settings', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0022-removed-numbers-and-partners', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0023-expiring-tokens', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0026-retention', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0027-accounts-of-sessions', '2026-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0028-partitions', '2026-11-25T09:53:48.977Z');
INSERT INTO public.kysely_migration VALUES ('0029-companies-of-replays', '2026-11-25T21:23:26.455Z');
INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);
INSERT INTO public.partner OVERRIDING SYSTEM VALUE VALUES (1, 'acme', 'Acme', NULL);
INSERT INTO public.replay_attempt OVERRIDING SYSTEM VALUE VALUES (1, 1, '2026-11-20 12:00:02+00', 200, NULL, 12, 'ok', 'own', 'hooks.example.com', NULL);
INSERT INTO public.replay_item OVERRIDING SYSTEM VALUE VALUES (1, '00000000-0000-4000-8000-000000000001', 'own', 'call_events_fail', '9001', 'delivered', 'https://hooks.example.com/calls', '{"call_id":6001}', NULL, '2026-11-20 12:00:02+00', 1, NULL, 'hooks.example.com', NULL, NULL, NULL);
INSERT INTO public.replay_item OVERRIDING SYSTEM VALUE VALUES (2, '00000000-0000-4000-8000-000000000002', 'own', 'call_events_fail', '9001', 'cancelled', 'https://hooks.example.com/calls', '{"call_id":6001}', NULL, NULL, 1, NULL, 'hooks.example.com', NULL, NULL, NULL);
INSERT INTO public.replay_run VALUES ('00000000-0000-4000-8000-000000000001', 'partner:1', 'own', 'call_events_fail', 'Thandi', '2026-11-20 12:00:00+00', 'token:1', '2026-11-20', '2026-11-21', 'named', 'finished', NULL, '2026-11-20 12:00:01+00', NULL, 1, 1, NULL, 0, NULL, 0, '2026-11-25 02:34:59.006958+00', NULL, NULL, 0, NULL, NULL, NULL, NULL);
INSERT INTO public.replay_run VALUES ('00000000-0000-4000-8000-000000000002', 'partner:1', 'own', 'call_events_fail', 'Thandi', '2026-11-20 13:00:00+00', 'token:1', '2026-11-20', '2026-11-21', 'named', 'cancelled', NULL, '2026-11-20 13:00:01+00', NULL, 1, 1, NULL, 1, NULL, 0, '2026-11-25 02:34:59.006958+00', NULL, NULL, 0, NULL, NULL, NULL, NULL);
INSERT INTO public.tracked_call VALUES (7001, 1, '2026-11-21 07:31:30+00', NULL, '\xf430e93deaa5477a23b4439bbc1734a7aa3e6e4f10132dd02cd3152a6f1d6793', NULL);
INSERT INTO public.tracked_call VALUES (6001, 1, '2026-11-20 10:00:00+00', NULL, NULL, NULL);
INSERT INTO public.tracking_number OVERRIDING SYSTEM VALUE VALUES (1, 1, 1, '27105550199', 'https://hooks.example.com/calls', 'https://hooks.example.com/missed', true, true, 'whsec_rf9leqKshFz6VLPnokKN/hxJfvuuHOgqBRxKno/Ur/M=', NULL, NULL, NULL, NULL);
INSERT INTO public.used_setting VALUES ('own', 'TIME_ZONE', 'Africa/Johannesburg', '2026-11-25 02:34:21.360394+00');
INSERT INTO public.used_setting VALUES ('own', 'RETRY_SCHEDULE', '1m,5m,30m', '2026-11-25 02:34:21.360394+00');
SELECT pg_catalog.setval('public.activity_id_seq', 4, true);
SELECT pg_catalog.setval('public.api_token_id_seq', 3, true);
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
ALTER TABLE ONLY public.account_key
    ADD CONSTRAINT account_key_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.activity
    ADD CONSTRAINT activity_pkey PRIMARY KEY (id);
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
ALTER TABLE ONLY public.confirmed_receiver
    ADD CONSTRAINT confirmed_receiver_pkey PRIMARY KEY (service, account, receiver);
ALTER TABLE ONLY public.contact
    ADD CONSTRAINT contact_partner_id_reference_key UNIQUE (partner_id, reference);
ALTER TABLE ONLY public.contact
    ADD CONSTRAINT contact_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.delivery_attempt
    ADD CONSTRAINT delivery_attempt_pkey PRIMARY KEY (delivery_id, number);
ALTER TABLE ONLY public.delivery_attempt_first
    ADD CONSTRAINT delivery_attempt_first_pkey PRIMARY KEY (delivery_id, number);
ALTER TABLE ONLY public.delivery_first
    ADD CONSTRAINT delivery_first_call_id_event_key UNIQUE (call_id, event);
ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.delivery_first
    ADD CONSTRAINT delivery_first_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.failed_event_day
    ADD CONSTRAINT failed_event_day_pkey PRIMARY KEY (partner_id, list, day);
ALTER TABLE ONLY public.failed_event
    ADD CONSTRAINT failed_event_partner_id_list_day_position_key UNIQUE (partner_id, list, day, "position");
ALTER TABLE ONLY public.failed_event
    ADD CONSTRAINT failed_event_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.handled_event
    ADD CONSTRAINT handled_event_pkey PRIMARY KEY (service, account, list, event_id);
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
ALTER TABLE ONLY public.service_fields
    ADD CONSTRAINT service_fields_pkey PRIMARY KEY (service, list);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_cookie_hash_key UNIQUE (cookie_hash);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sign_in_code
    ADD CONSTRAINT sign_in_code_pkey PRIMARY KEY (code_hash);
ALTER TABLE ONLY public.tn_prefix
    ADD CONSTRAINT tn_prefix_pkey PRIMARY KEY (prefix);
ALTER TABLE ONLY public.tracked_call
    ADD CONSTRAINT tracked_call_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tracking_number
    ADD CONSTRAINT tracking_number_phone_number_key UNIQUE (phone_number);
ALTER TABLE ONLY public.tracking_number
    ADD CONSTRAINT tracking_number_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.used_setting
    ADD CONSTRAINT used_setting_pkey PRIMARY KEY (service, name);
ALTER TABLE ONLY public.worker_process
    ADD CONSTRAINT worker_process_pkey PRIMARY KEY (id);
CREATE INDEX activity_by_time ON public.activity USING btree (at);
CREATE INDEX activity_of_account ON public.activity USING btree (service, account, at DESC, id DESC);
CREATE INDEX activity_of_kind ON public.activity USING btree (service, account, kind, at DESC, id DESC);
CREATE INDEX activity_of_person ON public.activity USING btree (service, account, who, at DESC, id DESC);
CREATE INDEX replay_attempt_by_item ON public.replay_attempt USING btree (item_id);
CREATE INDEX replay_attempt_of_receiver_name ON public.replay_attempt USING btree (service, receiver_name, at DESC);
CREATE INDEX replay_item_by_event ON public.replay_item USING btree (service, list, event_id, id DESC);
CREATE INDEX replay_item_in_order ON public.replay_item USING btree (run_id, pass DESC, id);
CREATE UNIQUE INDEX replay_item_in_run ON public.replay_item USING btree (run_id, event_id);
CREATE INDEX replay_item_of_receiver ON public.replay_item USING btree (run_id, receiver_name);
CREATE INDEX replay_run_never_started ON public.replay_run USING btree (created_at) WHERE (started_at IS NULL);
CREATE INDEX replay_run_of_account ON public.replay_run USING btree (service, account, created_at DESC);
CREATE INDEX replay_run_reading ON public.replay_run USING btree (lease_until) WHERE (state = 'reading'::text);
CREATE INDEX replay_run_with_task ON public.replay_run USING btree (id) WHERE (task IS NOT NULL);
CREATE INDEX session_by_use ON public.session USING btree (last_used_at);
CREATE INDEX session_of_token ON public.session USING btree (service, made_by, last_used_at DESC);
CREATE INDEX tracked_call_by_end ON public.tracked_call USING btree (ended_at, id);
CREATE INDEX tracking_number_removed ON public.tracking_number USING btree (former_number) WHERE (former_number IS NOT NULL);
ALTER INDEX public.delivery_attempt_pkey ATTACH PARTITION public.delivery_attempt_first_pkey;
ALTER INDEX public.delivery_pkey ATTACH PARTITION public.delivery_first_pkey;
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
ALTER TABLE ONLY public.delivery_first
    ADD CONSTRAINT delivery_call_id_fkey FOREIGN KEY (call_id) REFERENCES public.tracked_call(id);
ALTER TABLE ONLY public.delivery_first
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
